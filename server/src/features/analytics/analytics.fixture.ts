import { CONSENT_KEY } from '@oriel/contract';
import type { TestApp } from '../../../testing/index.ts';

/** The cookie header of a visitor with this choice; none for `null`. */
export function cookieOf(analytics: boolean | null, updatedAt = new Date().toISOString()) {
  if (analytics === null) return {};
  const consent = { version: 1, necessary: true, analytics, marketing: false, updatedAt };
  return { cookie: `${CONSENT_KEY}=${encodeURIComponent(JSON.stringify(consent))}` };
}

/** An event with all fields of the specification. */
export const VIEW = {
  session_id: 'a-visit-of-tests',
  user_id: null,
  page_name: '/pricing',
  event_type: 'view',
  browser: 'Firefox',
  user_agent: 'Mozilla/5.0',
  device: 'desktop',
  referrer: 'https://search.example/',
  meta: { name: 'button', place: 3.5, is_new: true, nothing: null, inner: { deep: 'enough' } },
  created_at: new Date().toISOString(),
};

/** Sends events to the API. */
export function sender(site: () => TestApp) {
  return (body: unknown, headers: Record<string, string> = cookieOf(true), remoteAddress = '198.51.100.1') =>
    site().app.inject({
      method: 'POST',
      url: '/api/analytics/events',
      payload: body as object,
      headers,
      remoteAddress,
    });
}
