/** Marks third-party scripts. */
const MARK = 'data-foreign';
/** In the history's state, for a page that was reloaded to be without such scripts. */
const RELOADED = 'loadedAgain';

/** Pages where passwords are typed, or that handle tokens of mails and of identity providers; and receipts, which have names. */
const CREDENTIAL_PAGES = /^\/(login|join|verify-email|auth|receipts)(\/|$)/;

/** Whether a page must not load third-party scripts, which could read what is typed. */
export const isCredentialPage = (pathname: string): boolean => CREDENTIAL_PAGES.test(pathname);

export function createExternalScript(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.setAttribute(MARK, '');
  return script;
}

/** Reloads a credential page that still has a third-party script: scripts cannot be removed from a page. */
export function reloadWithoutExternalScripts(pathname: string): void {
  if (!isCredentialPage(pathname) || document.querySelector(`script[${MARK}]`) === null) return;
  history.replaceState({ ...history.state, [RELOADED]: true }, '');
  location.reload();
}

/** Whether `reloadWithoutExternalScripts` has reloaded this page; true once. */
export function consumeReloadMark(): boolean {
  const { [RELOADED]: wasReloaded, ...state } = history.state ?? {};
  if (wasReloaded !== true) return false;
  history.replaceState(state, '');
  return true;
}
