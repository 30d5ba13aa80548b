import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { beforeHydration } from './before-hydration.ts';
import { nameStylesAlike } from './page-styles.tsx';
import { ignoreStrayClicks } from './stray-clicks.ts';
import { prepareTransitions } from './ui/arch-transition.ts';

function isMalformed({ pathname, search }: Location): boolean {
  try {
    decodeURIComponent(pathname);
    return (pathname + search).includes('%00');
  } catch {
    return true;
  }
}

ignoreStrayClicks(window);
prepareTransitions();

// The server sends its page for missing ones at a URL that cannot be decoded, so the router must start there too.
if (isMalformed(window.location)) window.history.replaceState(null, '', '/no-such-page');

nameStylesAlike();
await beforeHydration();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
