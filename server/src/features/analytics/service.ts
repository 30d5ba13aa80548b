import { type AnalyticsEvent, CONSENT_KEY, ConsentMeta, parseConsent } from '@oriel/contract';
import { AppError } from '../../errors.ts';
import type { StoredEvent } from './store.ts';

/** How far back an event may say that it happened: pages send what they have within seconds. */
const MAX_AGE_MS = 60 * 60 * 1000;

/** Whether the cookie allows analytics. Of several of its name, which browsers send for several paths, all must. */
function allowsAnalytics(cookies: readonly string[]): boolean {
  return (
    cookies.length > 0 &&
    cookies.every((value) => {
      try {
        return parseConsent(decodeURIComponent(value))?.analytics === true;
      } catch {
        return false;
      }
    })
  );
}

/**
 * Refuses events without consent. The choice itself may always be sent.
 *
 * @param cookies the values of the cookie `oriel-consent`
 * @throws {AppError} 403 `no_consent`
 */
export function requireConsent(events: readonly AnalyticsEvent[], cookies: readonly string[]): void {
  if (events.every((event) => event.event_type === 'cookie_consent')) return;
  if (allowsAnalytics(cookies)) return;
  throw new AppError(
    403,
    'no_consent',
    `Without consent in the cookie ${CONSENT_KEY} only the choice is kept.`,
  );
}

/** A rooted path without what may be secret or personal in it. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

/** How many usual events a choice about cookies counts for: choices are rare, and their evidence is kept for years. */
const CHOICE_COST = 20;

/** How much events consume of the sender's rate limit. */
export function costOf(events: readonly AnalyticsEvent[]): number {
  const choices = events.filter(({ event_type }) => event_type === 'cookie_consent').length;
  return events.length + choices * (CHOICE_COST - 1);
}

/**
 * An event as it is stored: anonymous, whatever its `user_id` and the caller's session say. A choice about
 * cookies, which may come before any consent, stores nothing but itself.
 */
export function toStoredEvent(event: AnalyticsEvent, now = Date.now()): StoredEvent {
  const told = event.created_at ? Date.parse(event.created_at) : now;
  const isChoice = event.event_type === 'cookie_consent';
  return {
    happenedAt: new Date(Math.min(now, Math.max(now - MAX_AGE_MS, told))),
    sessionId: event.session_id,
    pageName: withoutQuery(event.page_name) || '/',
    eventType: event.event_type,
    browser: isChoice ? null : (event.browser ?? null),
    userAgent: isChoice ? null : (event.user_agent ?? null),
    device: isChoice ? null : (event.device ?? null),
    referrer: isChoice || !event.referrer ? null : withoutQuery(event.referrer),
    meta: event.meta ?? null,
    choice: isChoice ? ConsentMeta.safeParse(event.meta).data : undefined,
  };
}
