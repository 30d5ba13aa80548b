import { data, Link, useLocation } from 'react-router';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { signInUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { Ajar } from '../../ui/ajar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import stack from '../../ui/stack.module.css';
import { Logo } from '../layout/logo.tsx';
import type { Route } from './+types/page';
import { PageSuspense } from './page-suspense.tsx';
import { studioPage } from './pages.ts';
import './studio.css';

/** It is put together in the browser, which has the member's session; the server keeps the workspace in links to the sign-in. */
export const handle = { query: ['workspace'], eagerScripts: true };
export const headers = privateHeaders;

export function loader({ params }: Route.LoaderArgs) {
  if (studioPage(params['*']) === undefined) throw data(null, 404);
  return null;
}

export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(
    matches[0].loaderData?.site,
    'Studio',
    'Where teams make tours, and look after who may do what.',
  );

/** Schemas may be made only once Zod is configured. */
const Studio = lazyPart(async () => {
  await import('../../forms/schemas.ts');
  return (await import('./studio.tsx')).Studio;
});
const MailedLink = lazyPart(async () => {
  await import('../../forms/schemas.ts');
  return (await import('./mailed-link.tsx')).MailedLink;
});

export default function StudioPage({ params }: Route.ComponentProps) {
  const { user, profile, isLoading } = useSession();
  const location = useLocation();
  const place = studioPage(params['*']) ?? { path: '' };
  const { path } = place;
  if (path === 'invitation' || path === 'owner') {
    return (
      <main id="main" tabIndex={-1}>
        <PageSuspense>
          <MailedLink kind={path} profile={profile} isGuest={!isLoading && user === undefined} />
        </PageSuspense>
      </main>
    );
  }
  if (profile) {
    return (
      <PageSuspense>
        <Studio place={place} user={profile} />
      </PageSuspense>
    );
  }
  return (
    <>
      <nav className="studio-side" aria-label="Site">
        <Logo />
        <Link className="studio-leave" to="/experiences">
          Back to the tours
        </Link>
      </nav>
      <main id="main" tabIndex={-1}>
        <Ajar>
          <h1>The studio</h1>
          <p className="guests-only">Sign in with the account that is on the team.</p>
          <div className={`guests-only ${stack.actions}`}>
            <ButtonLink variant="primary" to={signInUrl(location)}>
              Sign in
            </ButtonLink>
            <ButtonLink to={`${signInUrl(location)}&signup=1`}>Create an account</ButtonLink>
          </div>
        </Ajar>
      </main>
    </>
  );
}
