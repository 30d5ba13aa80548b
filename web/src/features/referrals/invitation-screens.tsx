import type { ReactNode, Ref } from 'react';
import { formatNumber } from '../../format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './invitation.module.css';

export const LIBRARY = '/experiences';

/** The sign-up URL, which leads on to the link's target. */
export function signUpPath(next: string | undefined): string {
  return `/login?${new URLSearchParams({ signup: '1', ...(next && { next }) })}`;
}

export function Screen({
  title,
  titleRef,
  links,
  children,
}: {
  title: string;
  titleRef?: Ref<HTMLHeadingElement>;
  links: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <h1 ref={titleRef} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
      <div className={styles.links}>{links}</div>
    </>
  );
}

/** For links without a code; part of the server's HTML. */
export function InvalidLink({ next }: { next: string | undefined }) {
  return (
    <Screen
      title="Referral link invalid"
      links={
        <ButtonLink variant="primary" to={next ?? LIBRARY}>
          Look around
        </ButtonLink>
      }
    >
      <p className={styles.lead}>This referral link is missing a code.</p>
      <p className={styles.soft}>Please ask your contact to resend their invitation.</p>
    </Screen>
  );
}

export function MemberScreen({
  isOwn,
  next,
  ownLinkPath,
}: {
  isOwn: boolean;
  next: string | undefined;
  ownLinkPath: string;
}) {
  return (
    <Screen
      title={isOwn ? 'This is your own invitation' : 'You already have an account'}
      links={
        <>
          <ButtonLink variant="primary" to={next ?? LIBRARY}>
            Look around
          </ButtonLink>
          <ButtonLink to={ownLinkPath}>{isOwn ? 'Share your link' : 'Invite a friend'}</ButtonLink>
        </>
      }
    >
      <p className={styles.lead}>
        {isOwn
          ? 'Invitations are for newcomers, so this link is one to send to a friend.'
          : 'Invitations are for newcomers.'}
      </p>
      <p className={styles.soft}>
        {isOwn
          ? 'They start with free tokens, and you get some for each friend who joins.'
          : 'With a link of your own you can pass the welcome on, and get free tokens for each friend who joins.'}
      </p>
    </Screen>
  );
}

/** What a newcomer gets. The number is in the response; its space is reserved until then. */
export function Gift({ tokens }: { tokens: number | undefined }) {
  return (
    <p className={styles.gift}>
      {tokens === undefined ? (
        <span className={`${styles.number} ${styles.pending}`}>
          <span className="visually-hidden">Free</span>
        </span>
      ) : (
        <span className={styles.number}>{formatNumber(tokens)}</span>
      )}{' '}
      <span className={styles.giftText}>
        <strong>tokens when you sign up</strong>{' '}
        <span className={styles.soft}>Use them to unlock members' tours. No card needed.</span>
      </span>
    </p>
  );
}
