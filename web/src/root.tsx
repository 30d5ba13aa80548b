import './styles/fonts.css';
import './styles/theme.css';
import './styles/base.css';
import { consentTextHash } from '@oriel/contract/shared/consent';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useLayoutEffect, useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatch, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root';
import { ApiError } from './api.ts';
import { pageContext } from './context.ts';
import { pressAgain, startScript } from './deferred-scripts.ts';
import { Analytics } from './features/consent/analytics.tsx';
import { ConsentBanner } from './features/consent/banner.tsx';
import { MergeSaved } from './features/saved/merge-saved.tsx';
import { themeColours, themeScript } from './features/theme/theme.ts';
import { NonceContext } from './nonce.ts';
import { PageStyles } from './page-styles.tsx';
import { restoreRegion } from './region.ts';
import { ErrorPage } from './routes/error-page.tsx';
import { SessionProvider, sessionScript } from './session/session.tsx';
import { storageScript } from './storage.ts';
import textFont from './styles/fonts/hanken-grotesk-latin.woff2?url';
import displayFont from './styles/fonts/instrument-serif-latin.woff2?url';
import { HydrationProvider } from './ui/hydration.tsx';
import { NavigationProgress } from './ui/navigation-progress.tsx';
import { OfflineNotice } from './ui/offline-notice.tsx';
import { PageChanges } from './ui/page-changes.tsx';
import { SkipLink } from './ui/skip-link.tsx';

/** Runs before the first paint. */
const headScript = `${storageScript};${themeScript};${sessionScript}`;

/** The server creates them from the site configuration. */
const ICONS = (
  <>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="icon" href="/favicon.ico" sizes="32x32" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
  </>
);

export async function loader({ context }: Route.LoaderArgs) {
  const { site, origin, texts, brand, passwordMinLength } = context.get(pageContext);
  const consent = { texts: texts.consent, textHash: await consentTextHash(texts.consent) };
  const { footer, 'not-found': notFound } = texts;
  return { site, origin, brand, passwordMinLength, footer, notFound, consent };
}

/** The site configuration does not change while a visitor browses. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const brand = root?.brand;
  const nonce = use(NonceContext);
  // The fonts of the first view, preloaded together with the styles.
  const fonts = [brand?.fonts.display ?? displayFont, brand?.fonts.text ?? textFont].flat();
  return (
    <html lang="en" data-theme="cream" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" {...themeColours(root?.site.colours.cream)} suppressHydrationWarning />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text; it must run before the first paint. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: headScript }} />
        <Meta />
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        {ICONS}
        {import.meta.env.DEV ? <Links /> : <PageStyles />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server of validated colours and names. */}
        {brand?.css && <style dangerouslySetInnerHTML={{ __html: brand.css }} />}
      </head>
      <body>
        <SkipLink />
        <HydrationProvider>{children}</HydrationProvider>
        <ScrollRestoration />
        <Scripts />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: startScript }} />
      </body>
    </html>
  );
}

/** Refusals are final; everything else is retried once. */
function createQueryClient(): QueryClient {
  const retry = (failures: number, error: Error) =>
    failures < 1 && !(error instanceof ApiError && error.status < 500);
  return new QueryClient({
    defaultOptions: { queries: { retry, refetchOnWindowFocus: false, staleTime: 30_000 } },
  });
}

export default function Root({ loaderData: { site, consent } }: Route.ComponentProps) {
  const [queryClient] = useState(createQueryClient);
  useLayoutEffect(restoreRegion, []);
  useEffect(pressAgain, []);
  const isTour = useMatch('/experiences/vr/:slug') !== null;
  const isComparison = useMatch('/compare') !== null;
  const isEmbedded = useMatch('/embed/:slug') !== null;
  if (isEmbedded) {
    // In a frame of another website there is no session, and nothing is stored.
    return (
      <QueryClientProvider client={queryClient}>
        <Outlet />
      </QueryClientProvider>
    );
  }
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <NavigationProgress />
        <MergeSaved />
        <ConsentBanner {...consent} place={isTour || isComparison ? 'aside' : 'foot'} />
        <Outlet />
        <PageChanges />
        <OfflineNotice />
        <Analytics script={site.analytics?.script} />
      </SessionProvider>
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorPage error={error} />
    </main>
  );
}
