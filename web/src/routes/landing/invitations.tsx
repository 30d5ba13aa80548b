import type { HomePage } from '@oriel/contract';
import { ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import split from '../../ui/split.module.css';
import styles from './invitations.module.css';

type Props = Pick<HomePage, 'explore' | 'learning'>;

export function Invitations({ explore, learning }: Props) {
  return (
    <div className={`${page.page} ${page.section} ${split.wideFirst} ${styles.invitations}`}>
      <section className={`${split.text} ${styles.explore}`} aria-labelledby="explore">
        <h2 id="explore" className={prose.titleLarge}>
          {explore.heading}
        </h2>
        <p className={`${prose.soft} ${styles.text}`}>{explore.text}</p>
        <ButtonLink variant="primary" prefetch="intent" to={explore.link.to}>
          {explore.link.label}
        </ButtonLink>
      </section>
      <section className={`${split.text} ${styles.learning}`} aria-labelledby="learning">
        <h2 id="learning">{learning.heading}</h2>
        <p className={`${prose.soft} ${styles.text}`}>{learning.text}</p>
        <ButtonLink prefetch="intent" to={learning.link.to}>
          {learning.link.label}
        </ButtonLink>
      </section>
    </div>
  );
}
