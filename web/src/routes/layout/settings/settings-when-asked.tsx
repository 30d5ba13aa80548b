import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../session/session.tsx';
import { useHydrated } from '../../../ui/hydration.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LostDialog } from '../../../ui/lost-dialog.tsx';
import { onIdle } from '../../../ui/on-idle.ts';

const load = () => import('./member-settings.tsx');

const MemberSettings = lazyPart(async () => (await load()).MemberSettings, LostSettings);

/** The settings, which guests never open. For members they are there before they are asked for; once opened they stay. */
export function SettingsWhenAsked() {
  const [search] = useSearchParams();
  const { isAuthenticated } = useSession();
  const isHydrated = useHydrated();
  const [wasAsked, setWasAsked] = useState(false);
  const isAsked = isHydrated && search.has('settings');
  if (isAsked && !wasAsked) setWasAsked(true);
  useEffect(() => {
    if (!isAuthenticated) return;
    // Where that fails, the settings say so when they are asked for.
    return onIdle(() => void load().catch(() => undefined));
  }, [isAuthenticated]);
  return <Suspense>{wasAsked && <MemberSettings />}</Suspense>;
}

function LostSettings() {
  const [search, setSearch] = useSearchParams();
  const close = () => {
    const rest = new URLSearchParams(search);
    rest.delete('settings');
    setSearch(rest, { replace: true, preventScrollReset: true });
  };
  return search.has('settings') && <LostDialog title="Settings" onClose={close} />;
}
