import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './free-tokens-panel.module.css';
import { QrCode } from './qr-code.tsx';

/** How long a button confirms its action. */
const FEEDBACK_MS = 2500;
const SUBJECT = 'An invitation to look around';

const messageWith = (welcomeTokens: number | undefined) =>
  `Come and look around with me: real places in 360 degrees.${
    welcomeTokens === undefined ? '' : ` You get ${welcomeTokens} free tokens when you sign up by this link.`
  }`;

interface Props {
  link: string | undefined;
  welcomeTokens: number | undefined;
}

export function ShareLink({ link, welcomeTokens }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<string>();
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const message = messageWith(welcomeTokens);

  const onCopy = async () => {
    if (link === undefined) return;
    const done = await copyText(link, field.current);
    clearTimeout(timer.current);
    setIsCopied(done);
    setNote(
      done
        ? 'The link is copied.'
        : 'This browser does not copy by itself. The link is selected: copy it by hand.',
    );
    if (!done) return;
    timer.current = setTimeout(() => {
      setIsCopied(false);
      setNote(undefined);
    }, FEEDBACK_MS);
  };

  const onShare = async () => {
    setNote(undefined);
    try {
      await navigator.share({ title: SUBJECT, text: message, ...(link !== undefined && { url: link }) });
    } catch (error) {
      // Closing the share sheet is no error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setNote('The link could not be shared. Please copy it instead.');
    }
  };

  return (
    <div className={styles.share}>
      <div className={styles.link}>
        <TextField
          ref={field}
          label="Your personal link"
          readOnly
          value={link ?? ''}
          placeholder="Loading…"
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={styles.buttons}>
          <Button variant="primary" disabled={link === undefined} onClick={() => void onCopy()}>
            {isCopied ? 'Copied' : 'Copy link'}
          </Button>
          {typeof navigator.share === 'function' ? (
            <Button disabled={link === undefined} onClick={() => void onShare()}>
              Share…
            </Button>
          ) : (
            link !== undefined && (
              <a
                className={styles.mail}
                href={`mailto:?subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(`${message}\n\n${link}`)}`}
              >
                Send by email
              </a>
            )
          )}
        </div>
        <p className={styles.note} role="status">
          {note}
        </p>
      </div>
      <figure className={styles.qr}>
        {link === undefined ? (
          <div className={styles.pendingSquare} />
        ) : (
          <QrCode text={link} label="QR code of your link" />
        )}
        <figcaption className={styles.soft}>Let a friend scan it</figcaption>
      </figure>
    </div>
  );
}
