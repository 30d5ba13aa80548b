import type { ContactPage, Site } from '@oriel/contract';
import { useState } from 'react';
import { useConsent } from '../../session/consent.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import stack from '../../ui/stack.module.css';
import styles from './map.module.css';

interface Props {
  texts: ContactPage['map'];
  map: NonNullable<Site['map']>;
  address: string;
}

/** Where the company is, on somebody else's map: loaded on a click that says whose, or with consent to such content. */
export function CompanyMap({ texts, map, address }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isAllowed = useConsent()?.marketing === true;
  return (
    <div className={stack.gap3}>
      <div className={styles.stage}>
        {isAsked || isAllowed ? (
          // A site of its own: what it may do there reaches nothing here.
          <iframe
            className={styles.frame}
            src={map.embed}
            title={texts.frameTitle}
            sandbox="allow-scripts allow-same-origin allow-popups"
            referrerPolicy="strict-origin-when-cross-origin"
            loading="lazy"
          />
        ) : (
          <div className={styles.gate}>
            <p className={styles.address}>{address}</p>
            <p className={styles.words}>{texts.gate}</p>
            <span className="with-scripts">
              <Button data-analytics="load-map" onClick={() => setAsked(true)}>
                {texts.load}
              </Button>
            </span>
          </div>
        )}
      </div>
      <a className={styles.link} href={map.link} rel="noopener noreferrer">
        {new URL(map.link).host} <Icon name="external" size={16} />
      </a>
    </div>
  );
}
