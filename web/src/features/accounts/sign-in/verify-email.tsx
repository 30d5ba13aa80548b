import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../../session/session.tsx';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import { useRefreshMember } from './use-refresh-member.ts';
import { VERIFIED, VerificationCode } from './verification-code.tsx';
import { VerifyLink } from './verify-link.tsx';

const CLAIMED =
  'This account is yours now. The password, the devices and the profile that were in it are gone.';

type Outcome = { message: string; isClaimed?: boolean } | { failure: string };

export function VerifyEmail({ onVerified }: { onVerified: () => void }) {
  const { isAuthenticated, isLoading, user } = useSession();
  const refreshMember = useRefreshMember();
  const [outcome, setOutcome] = useState<Outcome>();
  const [token, setToken] = useState<string | null>();
  const hasBegun = useRef(false);

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const linkToken = new URLSearchParams(window.location.hash.slice(1)).get('token');
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setToken(linkToken);
  }, []);
  const fail = useCallback((failure: string) => setOutcome({ failure }), []);

  const isVerified = outcome !== undefined && 'message' in outcome;
  useEffect(() => {
    if (isVerified && isAuthenticated) void refreshMember();
  }, [isVerified, isAuthenticated, refreshMember]);

  const isLinkOpen = Boolean(token) && outcome === undefined;
  const isDone = isVerified || (!isLinkOpen && token !== undefined && Boolean(user?.emailVerified));
  useEffect(() => {
    if (isDone) onVerified();
  }, [isDone, onVerified]);

  if (!outcome && (isLoading || token === undefined)) return <p role="status">Checking the link…</p>;
  if (token && isLinkOpen) return <VerifyLink token={token} onVerified={setOutcome} onFailure={fail} />;
  if (isVerified && outcome.isClaimed) {
    return (
      <div className={stack.gap4}>
        <AlertBox tone="success">{CLAIMED}</AlertBox>
        <p className={prose.soft}>
          To use it, sign in with an email code. You can set a password in your settings.
        </p>
        <p>
          <ButtonLink variant="primary" to="/login">
            Sign in
          </ButtonLink>
        </p>
      </div>
    );
  }
  if (isDone) {
    return (
      <div className={stack.gap4}>
        <AlertBox tone="success">{isVerified ? outcome.message : VERIFIED}</AlertBox>
        <p>
          <ButtonLink variant="primary" to="/experiences">
            Browse experiences
          </ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={stack.gap4}>
      <AlertBox tone="error">{outcome && 'failure' in outcome ? outcome.failure : undefined}</AlertBox>
      {user ? (
        <VerificationCode email={user.email} onVerified={(message) => setOutcome({ message })} />
      ) : (
        <>
          <p className={prose.soft}>Sign in to enter the code from our email or get a new one.</p>
          <p>
            <ButtonLink variant="primary" to="/login?next=/verify-email">
              Sign in
            </ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}
