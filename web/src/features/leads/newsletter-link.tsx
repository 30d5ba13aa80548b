import type { FooterTexts } from '@oriel/contract';
import { useEffect, useRef } from 'react';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { NewsletterForm } from './newsletter-form.tsx';
import styles from './newsletter-link.module.css';
import { type LinkRequest, type ServerLink, useNewsletterLink } from './use-newsletter-link.ts';

type Texts = FooterTexts['newsletter'];

/** Both wait for the press of a button, since mail programs and their scanners open links by themselves, some with scripts. */
export function NewsletterLink({ texts, fromServer }: { texts: Texts; fromServer: ServerLink }) {
  const { request, outcome, isBusy, confirm, leave } = useNewsletterLink(texts, fromServer);
  const heading = useRef<HTMLHeadingElement>(null);
  const done = outcome && 'done' in outcome ? outcome : undefined;
  const pending = done ? undefined : request;

  useEffect(() => {
    // The pressed button is gone.
    if (done) heading.current?.focus();
  }, [done]);

  return (
    <div className={`${stack.gap4} ${stack.start} ${styles.newsletter}`}>
      <h1 ref={heading} className={styles.heading} tabIndex={-1}>
        {headingOf(texts, done?.done ?? request?.kind, done !== undefined)}
      </h1>
      {pending?.kind === 'nothing' && <NewsletterForm texts={texts} isOnOwnPage />}
      {!pending && !done && <Unread texts={texts} />}
      <AlertBox tone="error">{outcome && 'failure' in outcome ? outcome.failure : undefined}</AlertBox>
      <AlertBox tone="success">{done?.sentence}</AlertBox>
      {pending?.kind === 'confirm' && (
        <>
          <p className={prose.lead}>{texts.confirm.text}</p>
          <Button variant="primary" disabled={isBusy} onClick={() => void confirm(pending.token)}>
            {texts.confirm.label}
          </Button>
        </>
      )}
      {pending?.kind === 'leave' && (
        // Without scripts the server handles it like a mail program's unsubscribe button.
        <form
          className={`${stack.gap4} ${stack.start} ${styles.form}`}
          method="post"
          action={`/newsletter?${new URLSearchParams({ leaveToken: pending.token })}`}
          onSubmit={(event) => {
            event.preventDefault();
            void leave(pending.token);
          }}
        >
          <p className={prose.lead}>{texts.leave.text}</p>
          <Button variant="primary" type="submit" disabled={isBusy}>
            {texts.leave.label}
          </Button>
        </form>
      )}
      {done && (
        <div className={stack.actions}>
          <ButtonLink variant="primary" to="/experiences">
            Browse experiences
          </ButtonLink>
          {done.leaveToken !== undefined && (
            <Button disabled={isBusy} onClick={() => void leave(done.leaveToken ?? '')}>
              {texts.leave.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function headingOf(texts: Texts, about: LinkRequest['kind'] | undefined, isDone: boolean): string {
  if (about === 'leave') return texts.leave.heading;
  return about === 'confirm' && !isDone ? texts.confirm.heading : texts.heading;
}

/** Shown until a script has read the URL. */
function Unread({ texts }: { texts: Texts }) {
  return (
    <>
      <p className={`with-scripts ${prose.lead}`}>{texts.checking}</p>
      <p className={`without-scripts ${prose.lead}`}>{texts.confirm.needsScripts}</p>
    </>
  );
}
