import type { User } from '@oriel/contract';
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { SettingsDialog } from '../../../features/accounts/settings/settings-dialog.tsx';
import { type SettingsTab, tabFor } from '../../../features/accounts/settings/tabs.ts';
import { useVerifyFirst } from '../../../features/accounts/sign-in/use-verify-first.tsx';
import { ThemeChoice } from '../../../features/theme/theme-choice.tsx';
import { SESSION_ENDED, signInUrl } from '../../../session/member.ts';
import { onOutcome } from '../../../session/purchase-outcome.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LostPart } from '../../../ui/lost-part.tsx';
import stack from '../../../ui/stack.module.css';
import { useSite } from '../use-site.ts';

interface PanelProps {
  user: User;
  onChange: (user: User) => void;
  /** Called with the server's message once the account is deleted. */
  onLeft: (message: string) => void;
  siteName: string;
  onFreeTokens: () => void;
  onVerify: () => void;
}

function panel(load: () => Promise<ComponentType<PanelProps>>) {
  return lazyPart(load, () => <LostPart />);
}

/** As `panel`, for panels with schemas, which may be loaded only after `schemas.ts`. */
function formPanel(load: () => Promise<ComponentType<PanelProps>>) {
  return panel(async () => {
    await import('../../../forms/schemas.ts');
    return load();
  });
}

const PANELS: Record<SettingsTab, ComponentType<PanelProps>> = {
  subscription: panel(async () => (await import('./subscription-panel.tsx')).SubscriptionPanel),
  referral: panel(
    async () => (await import('../../../features/referrals/free-tokens-panel.tsx')).FreeTokensPanel,
  ),
  profile: formPanel(
    async () => (await import('../../../features/accounts/settings/profile-panel.tsx')).ProfilePanel,
  ),
  theme: ThemeChoice,
  password: formPanel(
    async () => (await import('../../../features/accounts/settings/password-panel.tsx')).PasswordPanel,
  ),
  help: formPanel(async () => (await import('../../../features/accounts/settings/help-panel.tsx')).HelpPanel),
  history: panel(async () => (await import('../../../features/wallet/history.tsx')).History),
};

const PARAMETER = 'settings';
const NO_PROFILE = 'Unable to fetch profile. Please check your connection and open this page again.';

function Farewell({ message, onClose }: { message: string | undefined; onClose: () => void }) {
  return (
    <Dialog open={message !== undefined} onClose={onClose} title="Goodbye">
      <div className={`${stack.gap6} ${stack.start}`}>
        <p>{message}</p>
        <Button variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** The settings at `?settings={tab}` of every page. Guests sign in first and return to them. */
export function MemberSettings() {
  const { user, profile, isLoading, hasSignedOut, updateUser, signOut } = useSession();
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const siteName = useSite()?.site.name ?? '';
  const [farewell, setFarewell] = useState<string>();
  const verifyFirst = useVerifyFirst();
  const requestedTab = search.get(PARAMETER);
  const wasMember = useRef(false);
  const lastTab = useRef<SettingsTab>('profile');

  const searchWith = (tab?: SettingsTab) => {
    const next = new URLSearchParams(search);
    if (tab) next.set(PARAMETER, tab);
    else next.delete(PARAMETER);
    return next;
  };

  // Back closes the settings beneath the payment window, which goes on.
  useEffect(() =>
    onOutcome(() => {
      if (requestedTab === null) setSearch(searchWith('subscription'), { preventScrollReset: true });
    }),
  );

  if (user) wasMember.current = true;
  if (!user) {
    const hasEnded = wasMember.current && !hasSignedOut;
    const leaves = wasMember.current && hasSignedOut;
    if (requestedTab === null) wasMember.current = false;
    if (requestedTab !== null && !isLoading && !location.pathname.startsWith('/login')) {
      // After signing out no sign-in page is shown.
      if (leaves) return <Navigate replace to={{ search: `${searchWith()}` }} />;
      return <Navigate replace to={signInUrl(location)} state={hasEnded ? SESSION_ENDED : null} />;
    }
    return <Farewell message={farewell} onClose={() => setFarewell(undefined)} />;
  }

  const tab = requestedTab === null ? lastTab.current : tabFor(requestedTab);
  lastTab.current = tab;
  const onLeft = (message: string) => {
    setFarewell(message);
    void signOut();
  };
  const changeTab = (next: SettingsTab) =>
    setSearch(searchWith(next), { replace: true, preventScrollReset: true });
  const panels = Object.fromEntries(
    Object.entries(PANELS).map(([id, Panel]) => [
      id,
      <Suspense key={id} fallback={null}>
        {profile ? (
          <Panel
            user={profile}
            onChange={updateUser}
            onLeft={onLeft}
            siteName={siteName}
            onFreeTokens={() => changeTab('referral')}
            onVerify={() => verifyFirst.ask()}
          />
        ) : (
          <p role="status">{isLoading ? 'Loading your profile…' : NO_PROFILE}</p>
        )}
      </Suspense>,
    ]),
  ) as Record<SettingsTab, ReactNode>;

  return (
    <>
      <SettingsDialog
        open={requestedTab !== null}
        panels={panels}
        tab={tab}
        onTabChange={changeTab}
        onClose={() => setSearch(searchWith(), { replace: true, preventScrollReset: true })}
      />
      {verifyFirst.dialog}
    </>
  );
}
