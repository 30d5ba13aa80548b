import type { FooterTexts } from '@oriel/contract';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import styles from './footer-contribute.module.css';

/** Draws a code; may suspend while its library loads. */
export type CodeMaker = (text: string, label: string) => ReactNode;

interface Props {
  texts: FooterTexts['contribute'];
  /** What the code leads to. */
  url: string;
  codeOf: CodeMaker;
}

/** Support for the company, by a code that is drawn when somebody asks for it. */
export function Contribute({ texts, url, codeOf }: Props) {
  const [isShown, setShown] = useState(false);
  const code = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button is gone: the focus goes where the code appears.
    if (isShown) code.current?.focus();
  }, [isShown]);

  return (
    <section className={styles.contribute} aria-label={texts.heading}>
      <div className={styles.words}>
        <h2 className={prose.titleSmall}>{texts.heading}</h2>
        <p className={prose.soft}>{texts.text}</p>
        <a className={styles.address} href={url} rel="noopener noreferrer">
          {new URL(url).host}
        </a>
      </div>
      {isShown ? (
        <div ref={code} className={styles.code} tabIndex={-1}>
          <Suspense>{codeOf(url, texts.codeAlt)}</Suspense>
        </div>
      ) : (
        <span className="with-scripts">
          <Button onClick={() => setShown(true)}>{texts.label}</Button>
        </span>
      )}
    </section>
  );
}
