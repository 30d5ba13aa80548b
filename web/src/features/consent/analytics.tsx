import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import {
  consumeReloadMark,
  createExternalScript,
  isCredentialPage,
  reloadWithoutExternalScripts,
} from '../../external-scripts.ts';
import { currentConsent, useConsent } from '../../session/consent.ts';
import { forgetVisit, record, sendEvents } from './events.ts';

/** Marks the script of the analytics service. */
const TAG = 'data-analytics-service';

function loadTag(script: string): void {
  if (document.querySelector(`script[${TAG}]`) !== null) return;
  const element = createExternalScript(script);
  element.setAttribute(TAG, '');
  document.head.append(element);
}

/** A click on what bears `data-analytics`, by that name. */
function onClick({ target }: MouseEvent): void {
  const marked = target instanceof Element ? target.closest('[data-analytics]') : null;
  const name = marked?.getAttribute('data-analytics');
  if (name) record('click', location.pathname, { meta: { name: name.slice(0, 200) } });
}

/** Also while this goes away for another reason, such as an error that takes the page's place. */
const isAllowedNow = () => currentConsent()?.analytics === true;

function onHidden(): void {
  if (document.visibilityState === 'hidden') sendEvents();
}

/**
 * Tells the server of pages that are opened and of clicks on what bears `data-analytics`, and loads the configured
 * analytics service, except on pages where credentials are typed: all of it only while the visitor allows it. It shows
 * nothing.
 *
 * @param props.script the address of the service's script, where one is configured
 */
export function Analytics({ script }: { script: string | undefined }) {
  const consent = useConsent();
  const isAllowed = consent?.analytics === true;
  const { pathname } = useLocation();
  const lastPage = useRef<string>(undefined);

  // The choice may have been taken back elsewhere, while this tab was away.
  const isForbidden = consent !== undefined && !isAllowed;
  useEffect(() => {
    if (isForbidden) forgetVisit();
  }, [isForbidden]);

  useEffect(() => {
    if (!isAllowed) return;
    const referrer = lastPage.current ?? document.referrer;
    lastPage.current = pathname;
    // The view was told before.
    if (consumeReloadMark()) return;
    record('view', pathname, { referrer });
  }, [isAllowed, pathname]);

  useEffect(() => {
    if (!isAllowed) return;
    // Before what the click does, which may be to leave the page.
    document.addEventListener('click', onClick, { capture: true });
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('pagehide', sendEvents);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', sendEvents);
      lastPage.current = undefined;
      if (isAllowedNow()) sendEvents();
      else forgetVisit();
    };
  }, [isAllowed]);

  useEffect(() => {
    if (!isAllowed || script === undefined) return;
    if (!isCredentialPage(pathname)) loadTag(script);
    return () => {
      // A script cannot be taken out of a page: only a fresh page is without it.
      if (!isAllowedNow()) location.reload();
    };
  }, [isAllowed, script, pathname]);

  useEffect(() => reloadWithoutExternalScripts(pathname), [pathname]);

  return null;
}
