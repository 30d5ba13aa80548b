import { useCallback, useState } from 'react';
import { pageContext } from '../../context.ts';
import { SignInLayout } from '../../features/accounts/sign-in/sign-in-layout.tsx';
import { VerifyEmail } from '../../features/accounts/sign-in/verify-email.tsx';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import type { Route } from './+types/page';

export const handle = { eagerScripts: true };
export const headers = privateHeaders;

const DESCRIPTION =
  'Confirm that an email address is yours, by the link or the code that we have sent there.';

export function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(pageContext).site };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? privateMeta(loaderData.site, 'Verify your email', DESCRIPTION) : [];
}

/** The page of a verification email's link. */
export default function VerifyEmailPage() {
  const [isVerified, setIsVerified] = useState(false);
  const onVerified = useCallback(() => setIsVerified(true), []);
  return (
    <SignInLayout title={isVerified ? 'Email verified' : 'Verify your email'} place={undefined}>
      <VerifyEmail onVerified={onVerified} />
    </SignInLayout>
  );
}
