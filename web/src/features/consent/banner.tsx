import type { ConsentTexts } from '@oriel/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type Choice,
  currentConsent,
  onOpenConsent,
  saveConsent,
  useConsent,
} from '../../session/consent.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './banner.module.css';
import { recordChoice } from './events.ts';
import { useBottomInset } from './use-bottom-inset.ts';

interface Props {
  texts: ConsentTexts;
  /** Identifies these texts in the record of consent. */
  textHash: string;
  /** At the bottom of the page, or at its side where the page has controls at the bottom. */
  place: 'foot' | 'aside';
}

/** Covers the bottom of the page, which stays usable, and is first in tab order. Without scripts nothing is measured or asked. */
export function ConsentBanner({ texts, textHash, place }: Props) {
  const consent = useConsent();
  const [isReopened, setReopened] = useState(false);
  const opener = useRef<Element>(null);

  useEffect(
    () =>
      onOpenConsent(() => {
        opener.current = document.activeElement;
        setReopened(true);
      }),
    [],
  );

  if (consent === undefined || (consent !== null && !isReopened)) return null;
  const save = (choice: Choice) => {
    recordChoice(saveConsent(choice), textHash);
    setReopened(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
  };
  return (
    <OpenBanner key={String(isReopened)} texts={texts} place={place} isReopened={isReopened} onSave={save} />
  );
}

interface OpenProps extends Pick<Props, 'texts' | 'place'> {
  /** Whether the visitor asked for it: then it takes the focus and shows details. */
  isReopened: boolean;
  onSave: (choice: Choice) => void;
}

function OpenBanner({ texts, place, isReopened, onSave }: OpenProps) {
  const [choice, setChoice] = useState<Choice>(() => {
    const { analytics, marketing } = currentConsent() ?? { analytics: false, marketing: false };
    return { analytics, marketing };
  });
  const [isDetailed, setDetailed] = useState(isReopened);
  const banner = useRef<HTMLElement>(null);
  const id = useId();
  useBottomInset(banner, place === 'foot');

  useEffect(() => {
    // The button that was pressed to see the details is gone.
    if (isDetailed) banner.current?.focus();
  }, [isDetailed]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Dialogs above it and open menus handle Escape themselves.
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('dialog[open]') === null) onSave(choice);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [choice, onSave]);

  return (
    <section
      ref={banner}
      className={styles.banner}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      data-detailed={isDetailed}
      data-place={place}
    >
      <div>
        <h2 id={`${id}-title`} className={styles.title}>
          {texts.title}
        </h2>
        <p className={styles.text}>
          {texts.text} <Link to={texts.more.to}>{texts.more.label}</Link>
        </p>
      </div>
      <ul className={styles.kinds}>
        {texts.kinds.map(({ kind, label, text }) => (
          <li key={kind}>
            <label className={styles.label}>
              <input
                type="checkbox"
                checked={kind === 'necessary' || choice[kind]}
                disabled={kind === 'necessary'}
                aria-describedby={`${id}-${kind}`}
                onChange={({ target }) => setChoice({ ...choice, [kind]: target.checked })}
              />
              {label}
            </label>
            <p id={`${id}-${kind}`} className={isDetailed ? styles.about : 'visually-hidden'}>
              {kind === 'necessary' && <span className={styles.always}>{texts.always}. </span>}
              <span>{text}</span>
            </p>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => onSave({ analytics: false, marketing: false })}>
          {texts.rejectAll}
        </Button>
        <Button variant="primary" onClick={() => onSave({ analytics: true, marketing: true })}>
          {texts.allowAll}
        </Button>
        <div className={styles.save}>
          <Button onClick={() => onSave(choice)}>{texts.save}</Button>
        </div>
        {!isDetailed && (
          <div className={styles.choose}>
            <Button aria-expanded={false} onClick={() => setDetailed(true)}>
              {texts.choose}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.close}>
        <IconButton icon="close" label={texts.close} onClick={() => onSave(choice)} />
      </div>
    </section>
  );
}
