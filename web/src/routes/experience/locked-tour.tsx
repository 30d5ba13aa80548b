import type { ExperienceDetail } from '@oriel/contract';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { errorMessage } from '../../api.ts';
import { useVerifyFirst } from '../../features/accounts/sign-in/use-verify-first.tsx';
import { useMarkUnlocked, useRecheckLocked } from '../../features/catalogue/own-tours.ts';
import { accessTo, missingFor } from '../../features/unlocks/access.ts';
import { LockedNotice } from '../../features/unlocks/locked-notice.tsx';
import type { TokenRates } from '../../features/unlocks/token-rates.ts';
import { useUnlock } from '../../features/unlocks/use-unlock.ts';
import { useWalletChange } from '../../features/unlocks/use-wallet-change.ts';
import { LoadingMessage } from '../../features/viewer/messages.tsx';
import { formatTokens } from '../../format.ts';
import { settingsUrl } from '../../session/member.ts';
import { useSession } from '../../session/session.tsx';
import { useTokenSummary } from '../../session/token-summary.ts';
import { throughDoor } from '../../ui/arch-transition.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LostDialog } from '../../ui/lost-dialog.tsx';
import styles from './locked-tour.module.css';

// Only guests on locked tours need it.
const SignInDialog = lazyPart(
  async () => (await import('../../features/accounts/sign-in/sign-in-dialog.tsx')).SignInDialog,
  ({ onClose }) => <LostDialog title="Sign in" onClose={onClose} />,
);

interface Props {
  experience: ExperienceDetail;
  /** What tokens cost. */
  rates: TokenRates | undefined;
  /** True until the member's access is known. */
  isPending: boolean;
  /** Called with a message for screen readers when the tour replaces the notice. */
  onOpened: (sentence: string) => void;
}

/** The tour shows through the arch with the keyhole once that has swung open; this notice is gone then. */
function useKeyhole() {
  const place = useRef<HTMLDivElement>(null);
  const onGone = useRef<() => void>(undefined);
  useEffect(() => () => onGone.current?.(), []);
  const throughKeyhole = (update: () => Promise<void>) => {
    const isGone = new Promise<void>((resolve) => {
      onGone.current = resolve;
    });
    return throughDoor(place.current?.querySelector('[data-opening]'), update, isGone);
  };
  return { place, throughKeyhole };
}

/** Guests sign in here, members unlock or recharge; once unlocked, the page shows the tour instead. */
export function LockedTour({ experience, rates, isPending, onOpened }: Props) {
  const { user } = useSession();
  const { summary, error, refetch } = useTokenSummary();
  const [signIn, setSignIn] = useState<'password' | 'signup' | 'ended'>();
  const isSigningIn = signIn !== undefined;
  const navigate = useNavigate();
  const location = useLocation();
  const keep = useMarkUnlocked();
  useWalletChange(useRecheckLocked());

  const recharge = () =>
    void navigate(settingsUrl(location, 'subscription'), {
      preventScrollReset: true,
      state: {
        ...location.state,
        wanted: 'plans',
        missing: missingFor(experience.tokensRequired, summary),
      },
    });
  const verifyFirst = useVerifyFirst();
  const verify = () =>
    verifyFirst.ask(
      () => opening.open(experience.id),
      `the tour opens for ${formatTokens(experience.tokensRequired)}`,
    );
  const { place, throughKeyhole } = useKeyhole();
  const opening = useUnlock({
    keep: (opened) => throughKeyhole(() => keep(opened)),
    onOpened: () => onOpened('The tour is unlocked.'),
    onShort: recharge,
    onUnverified: verify,
    onSignedOut: () => setSignIn('ended'),
  });
  const access = accessTo(experience, {
    isMember: user !== undefined,
    isOwn: !isPending,
    summary,
    hasOpened: false,
    isOpening: opening.busyId === experience.id,
  });

  // After the sign-in the focus moves to the notice's new text, since the pressed button is gone.
  const wasGuest = useRef(false);
  useEffect(() => {
    if (user === undefined) wasGuest.current = isSigningIn;
    else if (wasGuest.current && !isSigningIn) {
      wasGuest.current = false;
      place.current?.focus();
    }
  }, [user, isSigningIn, place]);

  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {access.kind !== 'unknown' ? (
        <LockedNotice
          experience={experience}
          access={access}
          hasFailed={opening.failedId === experience.id}
          rates={rates}
          onSignIn={() => setSignIn('password')}
          onSignUp={() => setSignIn('signup')}
          onUnlock={() => opening.open(experience.id)}
          onVerify={verify}
          onRecharge={recharge}
        />
      ) : error && !isPending ? (
        <div className={styles.error} role="alert">
          <p>{errorMessage(error, 'Failed to load token summary')}</p>
          <p>This tour takes {formatTokens(experience.tokensRequired)}.</p>
          <Button variant="primary" onClick={refetch}>
            Try again
          </Button>
        </div>
      ) : (
        <LoadingMessage />
      )}
      <span className="visually-hidden" role="status">
        {access.kind === 'busy' && 'Authorizing…'}
      </span>
      {verifyFirst.dialog}
      <Suspense>
        {isSigningIn && (
          <SignInDialog
            open
            initialMode={signIn === 'signup' ? 'signup' : 'password'}
            hasEnded={signIn === 'ended'}
            onClose={() => setSignIn(undefined)}
            next={`/experiences/vr/${experience.slug}`}
          />
        )}
      </Suspense>
    </div>
  );
}
