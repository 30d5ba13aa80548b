import type { HomePage } from '@oriel/contract';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './invitations.module.css';

type Props = Pick<HomePage, 'explore' | 'learning'>;

/** Two ways on: into the catalogue, and into the course. */
export function Invitations({ explore, learning }: Props) {
  return (
    <div className={styles.invitations}>
      <section className={styles.explore} aria-labelledby="explore">
        <h2 id="explore" className={styles.heading}>
          {explore.heading}
        </h2>
        <p className={styles.text}>{explore.text}</p>
        <ButtonLink look="primary" prefetch="intent" to={explore.link.to}>
          {explore.link.label}
        </ButtonLink>
      </section>
      <section className={styles.learning} aria-labelledby="learning">
        <h2 id="learning" className={styles.smallHeading}>
          {learning.heading}
        </h2>
        <p className={styles.text}>{learning.text}</p>
        <ButtonLink prefetch="intent" to={learning.link.to}>
          {learning.link.label}
        </ButtonLink>
      </section>
    </div>
  );
}
