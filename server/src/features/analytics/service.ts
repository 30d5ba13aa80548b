import { type AnalyticsEvent, CONSENT_KEY, ConsentMeta, parseConsent } from '@oriel/contract';
import { AppError } from '../../errors.ts';
import type { StoredEvent } from './store.ts';

/** The maximum age that an event may claim: pages send events within seconds. */
const MAX_AGE_MS = 60 * 60 * 1000;

/** Whether all cookies allow analytics: browsers may send several of one name, for several paths. */
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

/** Requires consent to analytics. @param cookies the values of the cookie `oriel-consent` @throws {AppError} 403 `no_consent` */
export function requireAnalytics(cookies: readonly string[]): void {
  if (allowsAnalytics(cookies)) return;
  throw new AppError(
    403,
    'no_consent',
    `Without consent in the cookie ${CONSENT_KEY} only the choice is kept.`,
  );
}

/**
 * Requires consent to analytics, except for events that record the choice itself.
 *
 * @param cookies the values of the cookie `oriel-consent`
 * @throws {AppError} 403 `no_consent`
 */
export function requireConsent(events: readonly AnalyticsEvent[], cookies: readonly string[]): void {
  if (events.every((event) => event.event_type === 'cookie_consent')) return;
  requireAnalytics(cookies);
}

/** A URL or path without query and fragment, which may contain secrets or personal data. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** The cost of a choice about cookies, in events: choices are rare, and their evidence is kept for years. */
const CHOICE_COST = 20;

/** The points of the source's rate limit that events consume. */
export function costOf(events: readonly AnalyticsEvent[]): number {
  const choices = events.filter(({ event_type }) => event_type === 'cookie_consent').length;
  return events.length + choices * (CHOICE_COST - 1);
}

/**
 * The stored form of an event: anonymous, regardless of its `user_id` and the caller's session. Of a choice about cookies,
 * which may precede any consent, only the choice is stored.
 */
export function toStoredEvent(event: AnalyticsEvent, now = Date.now()): StoredEvent {
  const reportedAt = event.created_at ? Date.parse(event.created_at) : now;
  const isChoice = event.event_type === 'cookie_consent';
  return {
    happenedAt: new Date(Math.min(now, Math.max(now - MAX_AGE_MS, reportedAt))),
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
