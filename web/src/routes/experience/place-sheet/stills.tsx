import type { Still } from '@oriel/contract';
import { ExperienceImage } from '../../../features/catalogue/experience-image.tsx';
import styles from './place-sheet.module.css';

const SIZES = '(min-width: 64rem) 20rem, 15rem';

const imageOf = ({ thumbnails }: Still) => ({
  thumbnail: thumbnails.pattern
    .replace('{width}', String(thumbnails.widths[0] ?? 320))
    .replace('{format}', 'jpg'),
  thumbnails,
});

interface Props {
  /** Undefined until they are loaded. */
  stills: readonly Still[] | undefined;
  /** Turns the tour to what a still shows. */
  onLook: ((still: Still) => void) | undefined;
}

export function Stills({ stills, onLook }: Props) {
  if (stills === undefined) return <div className={styles.noStills} aria-hidden="true" />;
  if (stills.length === 0) return null;
  return (
    <ul className={styles.stills} aria-label="Pictures">
      {stills.map((still) => {
        const { label = '', yaw } = still;
        const picture = (
          <>
            <ExperienceImage experience={imageOf(still)} alt={onLook ? '' : label} sizes={SIZES} />
            {label && <span className={styles.caption}>{label}</span>}
          </>
        );
        return (
          <li key={still.thumbnails.pattern}>
            {onLook && yaw !== undefined ? (
              <button type="button" className={styles.still} onClick={() => onLook(still)}>
                {picture}
                <span className="visually-hidden">: look there</span>
              </button>
            ) : (
              <span className={styles.still}>{picture}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
