/** Marks scripts of other companies. */
const MARK = 'data-foreign';
/** In the state of the history, for a page that was loaded again to be without such scripts. */
const RELOADED = 'loadedAgain';

/** Pages where passwords are typed, or that handle tokens of mails and of identity providers. */
const CREDENTIAL_PAGES = /^\/(login|join|verify-email|auth)(\/|$)/;

/** Whether a page must be without scripts of other companies, which could read all of it. */
export const isCredentialPage = (pathname: string): boolean => CREDENTIAL_PAGES.test(pathname);

/** A script of another company, to be appended to the page. */
export function createExternalScript(address: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.setAttribute(MARK, '');
  return script;
}

/** Loads a credential page again where the visitor came to it with such a script: it cannot be taken out of a page. */
export function reloadWithoutExternalScripts(pathname: string): void {
  if (!isCredentialPage(pathname) || document.querySelector(`script[${MARK}]`) === null) return;
  history.replaceState({ ...history.state, [RELOADED]: true }, '');
  location.reload();
}

/** Whether `reloadWithoutExternalScripts` has loaded this page again; true once. */
export function consumeReloadMark(): boolean {
  const { [RELOADED]: wasReloaded, ...state } = history.state ?? {};
  if (wasReloaded !== true) return false;
  history.replaceState(state, '');
  return true;
}
