import { safeReturnPath } from '@oriel/contract/shared/return-path';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { pageContext } from '../../context.ts';
import { MODE_TITLES, type SignInMode } from '../../features/accounts/sign-in/modes.ts';
import { SessionEnded } from '../../features/accounts/sign-in/session-ended.tsx';
import { SignInForm } from '../../features/accounts/sign-in/sign-in-form.tsx';
import { SignInLayout } from '../../features/accounts/sign-in/sign-in-layout.tsx';
import { outcomeOf } from '../../features/catalogue/category-queries.ts';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { nameOf, placeOf } from '../../features/catalogue/heading.ts';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { useHydrated } from '../../ui/hydration.tsx';
import type { Route } from './+types/page';

/** This page does not work without scripts. */
export const handle = { eagerScripts: true, query: ['signup', 'next'] };
export const headers = privateHeaders;

const DESCRIPTION = 'Sign in to open locked tours, like places and see your tokens, or create an account.';

/** None where only the form is shown; else as wide as a 3:2 image must be to cover its part of the window. */
const IMAGE_SIZES = '(min-width: 62rem) max(60vw, 150vh), (min-width: 48rem) 100vw, 1px';

const HOUR_MS = 3_600_000;

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, texts } = context.get(pageContext);
  const { hero, inAction, services } = texts.home;
  const pictures = [hero.picture, inAction.cards.at(0)?.picture, services.cards.at(-1)?.picture];
  const picture = pictures[Math.floor(Date.now() / HOUR_MS) % pictures.length] ?? hero.picture;
  // Decorative; left out where the catalogue cannot be loaded.
  const place = await outcomeOf(
    api('GET /api/vr360/:id', { params: { id: picture.tour } }).then(({ data }) => data),
    '',
  );
  return { site, place: place.value };
}

/** The image stays the same between sign-in and sign-up. */
export function shouldRevalidate() {
  return false;
}

export function meta({ loaderData, location }: Route.MetaArgs) {
  const isSignUp = new URLSearchParams(location.search).get('signup') === '1';
  return privateMeta(loaderData?.site, isSignUp ? MODE_TITLES.signup : 'Sign in', DESCRIPTION);
}

/** The token of an email's link, `#reset=TOKEN`. Fragments are not sent to servers; it is removed from the URL at once. */
function useResetToken(): string | undefined {
  const { hash } = useLocation();
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const linkToken = new URLSearchParams(hash.slice(1)).get('reset');
    if (!linkToken) return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    setToken(linkToken);
  }, [hash]);
  return token;
}

export default function LoginPage({ loaderData: { place } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { state } = useLocation();
  // The server does not know the history's state.
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const next = safeReturnPath(search.get('next'));
  const isSignUp = search.get('signup') === '1';
  const [mode, setMode] = useState<SignInMode>(isSignUp ? 'signup' : 'password');
  useEffect(() => setMode(isSignUp ? 'signup' : 'password'), [isSignUp]);
  const resetToken = useResetToken();
  useEffect(() => {
    if (resetToken !== undefined) setMode('reset');
  }, [resetToken]);

  return (
    <SignInLayout
      title={MODE_TITLES[mode]}
      place={
        place && {
          picture: <ExperienceImage experience={place} alt="" sizes={IMAGE_SIZES} fill />,
          name: nameOf(place),
          where: placeOf(place),
        }
      }
    >
      {isHydrated && state?.sessionEnded && <SessionEnded />}
      <SignInForm
        mode={mode}
        onModeChange={setMode}
        next={next}
        resetToken={resetToken}
        onDone={(referralPath) => navigate(referralPath ?? next ?? '/experiences', { replace: true })}
      />
    </SignInLayout>
  );
}
