import { useEffect, useRef } from 'react';
import { formatDate } from '../../format.ts';
import { useSession } from '../../session/session.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import styles from './invitation.module.css';
import { Gift, InvalidLink, LIBRARY, MemberScreen, Screen, signUpPath } from './invitation-screens.tsx';
import { useInvitation } from './use-invitation.ts';

export interface InvitationProps {
  /** The member whose link it is; undefined where the link has no code. */
  code: string | undefined;
  /** A safe path of our own site: the link's target. */
  next: string | undefined;
  siteName: string;
  /** Where members find their own link. */
  ownLinkPath: string;
}

export function Invitation({ code, next, siteName, ownLinkPath }: InvitationProps) {
  const { user, isLoading } = useSession();
  const isGuest = user ? false : isLoading ? undefined : true;
  const invitation = useInvitation(code, next, isGuest);
  const title = useRef<HTMLHeadingElement>(null);
  const hasRetried = useRef(false);
  const place = invitation.state === 'error' ? `error ${invitation.isRefused}` : invitation.state;
  // The pressed button is gone by then.
  useEffect(() => {
    if (place !== 'error false' && hasRetried.current) title.current?.focus();
  }, [place]);

  if (code === undefined) return <InvalidLink next={next} />;
  if (user) return <MemberScreen isOwn={user.id === code} next={next} ownLinkPath={ownLinkPath} />;

  if (invitation.state === 'error' && invitation.isRefused) {
    return (
      <Screen
        title="Referral unavailable"
        titleRef={title}
        links={
          <>
            <ButtonLink variant="primary" to={next ?? LIBRARY}>
              Look around
            </ButtonLink>
            <ButtonLink to={signUpPath(next)}>Create account</ButtonLink>
          </>
        }
      >
        <p className="visually-hidden" role="alert">
          {invitation.message}
        </p>
        <p className={styles.lead}>This invitation link has expired or is invalid.</p>
        <p className={styles.soft}>You are welcome all the same.</p>
      </Screen>
    );
  }
  if (invitation.state === 'error') {
    const { message, isRetrying, retry } = invitation;
    return (
      <Screen
        title="Your invitation did not open"
        titleRef={title}
        links={
          <>
            <Button
              variant="primary"
              aria-disabled={isRetrying}
              onClick={() => {
                if (isRetrying) return;
                hasRetried.current = true;
                retry();
              }}
            >
              {isRetrying ? 'Trying again…' : 'Try again'}
            </Button>
            <ButtonLink to={next ?? LIBRARY}>Look around first</ButtonLink>
          </>
        }
      >
        <p className={styles.lead} role="alert">
          {message}
        </p>
        <p className={styles.soft}>Try again, or follow the link once more later.</p>
      </Screen>
    );
  }

  const isOpen = invitation.state === 'success';
  return (
    <div className={`${styles.open} ${invitation.state === 'idle' ? 'guests-only' : ''}`}>
      <Screen
        title={`You have been invited to ${siteName}`}
        titleRef={title}
        links={
          <>
            {isOpen ? (
              <ButtonLink variant="primary" to={signUpPath(next)}>
                Create account
              </ButtonLink>
            ) : (
              <Button variant="primary" disabled>
                Create account
              </Button>
            )}
            <ButtonLink to={next ?? LIBRARY}>Look around first</ButtonLink>
          </>
        }
      >
        <p className={styles.lead}>A friend invited you to look around places before you book.</p>
        <Gift tokens={isOpen ? invitation.welcomeTokens : undefined} />
      </Screen>
      <p className={`${prose.note} with-scripts`} role="status">
        {isOpen
          ? `Your invitation is valid until ${formatDate(invitation.expiresAt, 'long')}.`
          : 'Opening your invitation…'}
      </p>
      <p className="without-scripts">
        Taking up an invitation needs JavaScript, which this browser does not run.
      </p>
    </div>
  );
}
