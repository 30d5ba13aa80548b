import type { OpportunityPage } from '@oriel/contract';
import { Section } from '../../ui/section.tsx';
import styles from './flat-sphere.module.css';

/** What a camera for spheres takes, laid flat, with notes on it. On phones it is scrolled sideways. */
export function FlatSphere({ heading, lead, picture, notes }: NonNullable<OpportunityPage['anatomy']>) {
  return (
    <Section heading={heading} lead={lead}>
      <div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the screen, keys scroll it too. */}
        <figure className={styles.strip} aria-label={heading} tabIndex={0}>
          <div className={styles.sheet}>
            <img
              className={styles.picture}
              src={picture.src}
              alt={picture.alt}
              width={1800}
              height={900}
              loading="lazy"
              decoding="async"
            />
            {notes.map(({ left, top, text }, index) => (
              <span
                key={text}
                className={styles.mark}
                style={{ left: `${left}%`, top: `${top}%` }}
                aria-hidden="true"
              >
                {index + 1}
              </span>
            ))}
          </div>
        </figure>
        <ol className={styles.notes}>
          {notes.map(({ text }, index) => (
            <li key={text} className={styles.note}>
              {/* Hidden, since the list numbers its items for screen readers. */}
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              {text}
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
