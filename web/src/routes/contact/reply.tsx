import type { ContactPage, Site } from '@oriel/contract';
import { WithMailLinks } from '../../ui/mail-links.tsx';
import prose from '../../ui/prose.module.css';
import styles from './reply.module.css';

export function Reply({ texts, site }: { texts: ContactPage['reply']; site: Site }) {
  return (
    <div className={styles.reply}>
      <h2 className={prose.titleSmall}>{texts.heading}</h2>
      <p className={prose.soft}>
        <WithMailLinks text={texts.text} addresses={[site.email ?? site.legal.email]} />
      </p>
    </div>
  );
}
