import type { ContactPage, Site } from '@oriel/contract';
import { WithMailLinks } from '../../ui/mail-links.tsx';
import styles from './reply.module.css';

/** When and how the company answers, and the other ways to reach it. */
export function Reply({ texts, site }: { texts: ContactPage['reply']; site: Site }) {
  return (
    <div className={styles.reply}>
      <h2 className={styles.heading}>{texts.heading}</h2>
      <p className={styles.text}>
        <WithMailLinks text={texts.text} addresses={[site.email ?? site.legal.email]} />
      </p>
    </div>
  );
}
