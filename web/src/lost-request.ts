import { keepDraftsForReload } from './forms/drafts.ts';

/** What Chromium, Firefox and WebKit call a request, and a script, that never got a response. */
const LOST =
  /^(Failed to fetch|NetworkError when|Load failed|The network connection|The Internet connection)/;
const LOST_SCRIPT = /dynamically imported module|Importing a module script failed/;
/** What Vite calls styles that a script comes with. */
const LOST_STYLES = /^Unable to preload CSS/;

/** Whether an error means that there was no response, and nothing about the site. */
export function isLost(error: unknown): boolean {
  return isLostScript(error) || (error instanceof TypeError && LOST.test(error.message));
}

/** Whether it was a script, or its styles. The browser and React remember that it failed, so only a reload helps. */
export function isLostScript(error: unknown): boolean {
  if (error instanceof TypeError) return LOST_SCRIPT.test(error.message);
  return error instanceof Error && LOST_STYLES.test(error.message);
}

/** Browsers may call a machine offline that reaches this site, so the site itself is asked. */
export async function isReachable(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** Another try for scripts. Without a connection the page stays, since the browser would have nothing to show in its place. */
export async function reloadOnceReachable(): Promise<void> {
  if (!(await isReachable())) return;
  keepDraftsForReload();
  window.location.reload();
}
