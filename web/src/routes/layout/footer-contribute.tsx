import type { FooterTexts } from '@oriel/contract';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LostPart } from '../../ui/lost-part.tsx';
import prose from '../../ui/prose.module.css';
import styles from './footer-contribute.module.css';

// Rarely needed.
const QrCode = lazyPart(
  async () => (await import('../../features/referrals/qr-code.tsx')).QrCode,
  () => <LostPart name="The code" />,
);

export function Contribute({ texts, url }: { texts: FooterTexts['contribute']; url: string }) {
  const [isShown, setShown] = useState(false);
  const code = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button is gone: the focus moves to the code.
    if (isShown) code.current?.focus();
  }, [isShown]);

  return (
    <section className={styles.contribute} aria-label={texts.heading}>
      <div className={styles.text}>
        <h2 className={prose.titleSmall}>{texts.heading}</h2>
        <p className={prose.soft}>{texts.text}</p>
        <a className={styles.address} href={url} rel="noopener noreferrer">
          {new URL(url).host}
        </a>
      </div>
      {isShown ? (
        <div ref={code} className={styles.code} tabIndex={-1}>
          <Suspense>
            <QrCode text={url} label={texts.codeAlt} />
          </Suspense>
        </div>
      ) : (
        <span className="with-scripts">
          <Button onClick={() => setShown(true)}>{texts.label}</Button>
        </span>
      )}
    </section>
  );
}
