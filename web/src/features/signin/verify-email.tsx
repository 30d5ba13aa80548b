import { useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../api.ts';
import { useSession } from '../../session/session.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './signin.module.css';
import { useRefreshMember } from './use-refresh-member.ts';
import { explain } from './use-submission.ts';
import { VERIFIED, VerificationCode } from './verification-code.tsx';

const DEAD_LINK = 'This link is no longer valid.';

type Outcome = { message: string } | { failure: string };

/**
 * Takes the token of a mail's link; without one, a member's code.
 *
 * @param onVerified called once the address is verified
 */
export function VerifyEmail({ onVerified }: { onVerified: () => void }) {
  const { isAuthenticated, isLoading, user } = useSession();
  const refreshMember = useRefreshMember();
  const [outcome, setOutcome] = useState<Outcome>();
  const [token, setToken] = useState<string | null>();
  const hasBegun = useRef(false);

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const given = new URLSearchParams(window.location.hash.slice(1)).get('token');
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setToken(given);
    if (!given) return;
    api('POST /api/auth/email/verify', { body: { token: given } }).then(
      ({ data }) => setOutcome({ message: data.message || VERIFIED }),
      (error: unknown) => {
        const isDead = error instanceof ApiError && error.code === 'wrong_code';
        setOutcome({ failure: isDead ? DEAD_LINK : explain(error, DEAD_LINK) });
      },
    );
  }, []);

  const isVerified = outcome !== undefined && 'message' in outcome;
  useEffect(() => {
    if (isVerified && isAuthenticated) void refreshMember();
  }, [isVerified, isAuthenticated, refreshMember]);

  const isDone = isVerified || Boolean(user?.emailVerified);
  useEffect(() => {
    if (isDone) onVerified();
  }, [isDone, onVerified]);

  const isWaiting = isLoading || token === undefined || (Boolean(token) && outcome === undefined);
  if (isWaiting && !outcome) return <p role="status">Checking the link…</p>;
  if (isDone) {
    return (
      <div className={styles.signIn}>
        <AlertBox tone="success">{isVerified ? outcome.message : VERIFIED}</AlertBox>
        <p>
          <ButtonLink look="primary" to="/experiences">
            Browse experiences
          </ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.signIn}>
      <AlertBox tone="error">{outcome && 'failure' in outcome ? outcome.failure : undefined}</AlertBox>
      {user ? (
        <VerificationCode email={user.email} onVerified={(message) => setOutcome({ message })} />
      ) : (
        <>
          <p className={styles.intro}>Sign in to enter the code of the mail, or to have another mail sent.</p>
          <p>
            <ButtonLink look="primary" to="/login?next=/verify-email">
              Sign in
            </ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}
