import { useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../api.ts';
import { useSession } from '../../session/session.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { FormFrame, TextButton } from './form-frame.tsx';
import styles from './signin.module.css';
import { explain, useSubmission } from './use-submission.ts';
import { checkCode } from './validation.ts';

const VERIFIED = 'Your email address is verified.';
const DEAD_LINK = 'This link is no longer valid.';

type Outcome = { message: string } | { failure: string };

/** Tells the pages that show the member that the address is verified now. */
async function refreshMember(updateUser: ReturnType<typeof useSession>['updateUser']): Promise<void> {
  try {
    updateUser((await api('GET /api/auth/me', {})).data.user);
  } catch (error) {
    console.warn('Unable to fetch profile', error);
  }
}

/**
 * Takes the token of a mail's link; without one, a member's code.
 *
 * @param onVerified called once the address is verified
 */
export function VerifyEmail({ onVerified }: { onVerified: () => void }) {
  const { isAuthenticated, isLoading, user, updateUser } = useSession();
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
    if (isVerified && isAuthenticated) void refreshMember(updateUser);
  }, [isVerified, isAuthenticated, updateUser]);

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
        <CodeEntry email={user.email} onVerified={(message) => setOutcome({ message })} />
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

function CodeEntry({ email, onVerified }: { email: string; onVerified: (message: string) => void }) {
  const submission = useSubmission();
  const [sent, setSent] = useState<string>();
  const sendAgain = () =>
    submission.attempt({
      fallback: 'Failed to send OTP',
      send: async () => {
        const { data } = await api('POST /api/auth/email/verify/request', {});
        setSent(data.message);
      },
    });
  return (
    <FormFrame
      submission={submission}
      success={sent}
      label="Verify email"
      busyLabel="One moment…"
      arrives={false}
      onSubmit={(event) => {
        const { code } = submission.values(event);
        void submission.attempt({
          check: () => checkCode(code),
          fallback: 'Failed to verify OTP',
          send: async () => {
            const { data } = await api('POST /api/auth/email/verify', { body: { code } });
            onVerified(data.message || VERIFIED);
          },
        });
      }}
    >
      <CodeField label="Code" required hint={`From the mail to ${email}`} {...submission.mark('code')} />
      <p className={styles.pair}>
        <TextButton disabled={submission.isBusy} onClick={() => void sendAgain()}>
          Send another mail
        </TextButton>
      </p>
    </FormFrame>
  );
}
