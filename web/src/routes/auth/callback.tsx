import { safeReturnPath } from '@oriel/contract/shared/return-path';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  completeSignIn,
  readCallback,
  SignInFailure,
} from '../../features/accounts/sign-in/social-callback.ts';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { clearReferral } from '../../session/referral.ts';
import { useSession } from '../../session/session.tsx';
import { Ajar } from '../../ui/ajar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import styles from '../error-page.module.css';
import type { Route } from './+types/callback';

export const handle = { eagerScripts: true };
export const headers = privateHeaders;

const DESCRIPTION = 'Completes a social sign-in.';

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches[0].loaderData?.site, 'Signing you in', DESCRIPTION);

export default function AuthCallbackPage() {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const hasBegun = useRef(false);

  useEffect(() => {
    // A refresh token can be used once, so each visit tries it once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const search = new URLSearchParams(window.location.search);
    // First of all: a URL that signs in must not be copied or shared.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const next = safeReturnPath(search.get('next')) ?? '/experiences';
    Promise.resolve()
      .then(() => completeSignIn(readCallback(search)))
      .then((session) => {
        clearReferral();
        signIn(session);
        return navigate(next, { replace: true });
      })
      .catch((error: unknown) => {
        setFailure(error instanceof SignInFailure ? error.message : new SignInFailure('refused').message);
      });
  }, [signIn, navigate]);

  return (
    <Ajar>
      <h1>{failure ? 'Authentication Error' : 'Signing you in…'}</h1>
      {failure ? (
        <>
          <p className={styles.text} role="alert">
            {failure}
          </p>
          <p className={styles.links}>
            <ButtonLink variant="primary" to="/login">
              Back to sign in
            </ButtonLink>
          </p>
        </>
      ) : (
        <p className={styles.text} role="status">
          One moment, please.
        </p>
      )}
    </Ajar>
  );
}
