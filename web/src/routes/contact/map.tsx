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

/** The company's location on an external map: loaded on a click that names its host, or with consent to marketing. */
export function CompanyMap({ texts, map, address }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isAllowed = useConsent()?.marketing === true;
  return (
    <div className={stack.gap3}>
      <div className={styles.stage}>
        {isAsked || isAllowed ? (
          // Another origin, whose permissions do not affect this site.
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
            <p className={styles.text}>{texts.gate}</p>
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
