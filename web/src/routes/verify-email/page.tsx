import { useCallback, useState } from 'react';
import { SignInLayout } from '../../features/accounts/sign-in/sign-in-layout.tsx';
import { VerifyEmail } from '../../features/accounts/sign-in/verify-email.tsx';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import type { Route } from './+types/page';

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
    <SignInLayout title={isVerified ? 'Email verified' : 'Verify your email'} place={undefined}>
      <VerifyEmail onVerified={onVerified} />
    </SignInLayout>
  );
}
