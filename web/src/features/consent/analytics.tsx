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

const TAG = 'data-analytics-service';

function loadTag(script: string): void {
  if (document.querySelector(`script[${TAG}]`) !== null) return;
  const element = createExternalScript(script);
  element.setAttribute(TAG, '');
  document.head.append(element);
}

function onClick({ target }: MouseEvent): void {
  const marked = target instanceof Element ? target.closest('[data-analytics]') : null;
  const name = marked?.getAttribute('data-analytics');
  if (name) record('click', location.pathname, { meta: { name: name.slice(0, 200) } });
}

/** Also when this unmounts for another reason, such as an error page. */
const isAllowedNow = () => currentConsent()?.analytics === true;

function onHidden(): void {
  if (document.visibilityState === 'hidden') sendEvents();
}

/** Records views and clicks, and loads the analytics service except where credentials are typed: all only with consent. */
export function Analytics({ script }: { script: string | undefined }) {
  const consent = useConsent();
  const isAllowed = consent?.analytics === true;
  const { pathname } = useLocation();
  const lastPage = useRef<string>(undefined);

  // Consent may have been withdrawn in another tab.
  const isForbidden = consent !== undefined && !isAllowed;
  useEffect(() => {
    if (isForbidden) forgetVisit();
  }, [isForbidden]);

  useEffect(() => {
    if (!isAllowed) return;
    const referrer = lastPage.current ?? document.referrer;
    lastPage.current = pathname;
    // The view has been recorded.
    if (consumeReloadMark()) return;
    record('view', pathname, { referrer });
  }, [isAllowed, pathname]);

  useEffect(() => {
    if (!isAllowed) return;
    // Before the click takes effect, which may leave the page.
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
      // A script cannot be removed from a page: only a reload does.
      if (!isAllowedNow()) location.reload();
    };
  }, [isAllowed, script, pathname]);

  useEffect(() => reloadWithoutExternalScripts(pathname), [pathname]);

  return null;
}
