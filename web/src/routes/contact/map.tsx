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
  postalAddress: string;
}

/** Streets that exist nowhere, for the look of a map. */
function DrawnMap() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 1200 420"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.water} d="M-20 330C180 250 330 400 560 330S930 250 1220 340V440H-20z" />
      <path className={styles.green} d="M150 60h210l40 120-190 50-80-60zM860 70l180-30 60 130-170 50z" />
      <path
        className={styles.street}
        d="M-20 120L420 40 760 90 1220 20M-20 250l330-50 300 60 620-90M120-20l90 300M430-20l60 340M640-20l-30 340M820-20l70 300M1060-20l-30 320"
      />
      <path
        className={styles.lane}
        d="M-20 190l1240-60M300-20l40 320M540-20l10 340M730-20l50 310M960-20l10 310M20-20l60 320"
      />
    </svg>
  );
}

/** The company's location on an external map: loaded on a click that names its host, or with consent to marketing. */
export function CompanyMap({ texts, map, postalAddress }: Props) {
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
            <DrawnMap />
            <svg className={styles.pin} viewBox="0 0 56 92" aria-hidden="true" focusable="false">
              <path d="M2 90V28a26 26 0 0 1 52 0v62zM28 2v88M2 46h52" />
            </svg>
            <p className={styles.text}>{texts.gate}</p>
            <span className="with-scripts">
              <Button data-analytics="load-map" onClick={() => setAsked(true)}>
                {texts.load}
              </Button>
            </span>
          </div>
        )}
      </div>
      <p>{postalAddress}</p>
      <a className={styles.link} href={map.link} rel="noopener noreferrer">
        {new URL(map.link).host} <Icon name="external" size={16} />
      </a>
    </div>
  );
}
