import type { HomePage } from '@oriel/contract';
import { PlainCards } from '../../ui/card-grid.tsx';
import page from '../../ui/page.module.css';
import stack from '../../ui/stack.module.css';
import styles from './about.module.css';

type Props = Pick<HomePage, 'about' | 'features'>;

/** About the company. The target of `/landing#about`. */
export function About({ about, features }: Props) {
  return (
    <section id="about" className={`${page.page} ${styles.about}`} aria-labelledby="about-heading">
      <div className={`${stack.gap4} ${styles.copy}`}>
        <h2 id="about-heading" className={styles.heading}>
          {about.heading}
        </h2>
        <p className={styles.text}>{about.text}</p>
      </div>
      <PlainCards columns={4} items={features} />
    </section>
  );
}
