import { useCallback, useState } from 'react';
import { VerifyEmail } from '../../features/accounts/sign-in/verify-email.tsx';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { Ajar } from '../../ui/ajar.tsx';
import type { Route } from './+types/page';
import styles from './page.module.css';

export const handle = { eagerScripts: true };
export const headers = privateHeaders;

const DESCRIPTION =
  'Confirm that an email address is yours, by the link or the code that we have sent there.';

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches[0].loaderData?.site, 'Verify your email', DESCRIPTION);

export default function VerifyEmailPage() {
  const [isVerified, setIsVerified] = useState(false);
  const onVerified = useCallback(() => setIsVerified(true), []);
  return (
    <Ajar>
      <h1>{isVerified ? 'Email verified' : 'Verify your email'}</h1>
      <div className={styles.form}>
        <VerifyEmail onVerified={onVerified} />
      </div>
    </Ajar>
  );
}
