import type { ServicePage } from '@oriel/contract';
import { type CSSProperties, useId, useState } from 'react';
import styles from './light-slider.module.css';

/** How much of the first picture is seen before anything is moved, in percent. */
const START = 55;

type Lights = NonNullable<ServicePage['lights']>;

/** Two pictures of one view; a slider across them says how much of which is seen. Without scripts both stand half. */
export function LightSlider({ label, first, second }: Pick<Lights, 'label' | 'first' | 'second'>) {
  const [share, setShare] = useState(START);
  const labelId = useId();
  return (
    <figure>
      <div className={styles.frame} style={{ '--share': `${share}%` } as CSSProperties}>
        <Picture {...second} />
        <div className={styles.upper}>
          <Picture {...first} />
        </div>
        <span className={styles.handle} aria-hidden="true" />
        <input
          className={styles.range}
          type="range"
          min={0}
          max={100}
          value={share}
          aria-labelledby={labelId}
          aria-valuetext={`${first.label} ${share}%, ${second.label} ${100 - share}%`}
          onChange={({ target }) => setShare(target.valueAsNumber)}
        />
      </div>
      <figcaption className={styles.caption}>
        <span>{first.label}</span>
        <span id={labelId} className={styles.label}>
          {label}
        </span>
        <span>{second.label}</span>
      </figcaption>
    </figure>
  );
}

function Picture({ src, alt }: Lights['first']) {
  return (
    <img
      className={styles.picture}
      src={src}
      alt={alt}
      width={1440}
      height={771}
      loading="lazy"
      decoding="async"
    />
  );
}
