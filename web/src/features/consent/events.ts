import type { AnalyticsEvent } from '@oriel/contract';
import type { Consent } from '@oriel/contract/shared/consent';
import { sendBeacon } from '../../beacon.ts';
import { sessionStore } from '../../storage.ts';
import { browserOf, deviceOf } from './device.ts';

const ENDPOINT = '/api/analytics/events';
/** The visit's id; in session storage, and only with consent. */
const VISIT_KEY = 'oriel-visit';
/** Events are sent in batches: for how long they are collected, and how many at most. */
const GATHER_MS = 1500;
const MAX_WAITING = 20;

/** Within the server's limits. */
const cut = (text: string, length: number) => text.slice(0, length).toWellFormed();

function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

let visit: string | undefined;

/** The visit's id, created at its first use. Call it only with consent. */
function visitId(): string {
  visit ??= sessionStore.getItem(VISIT_KEY) ?? randomId();
  sessionStore.setItem(VISIT_KEY, visit);
  return visit;
}

const send = (events: AnalyticsEvent[]) => sendBeacon(ENDPOINT, events.length === 1 ? events[0] : events);

let waiting: AnalyticsEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function sendEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length === 0) return;
  send(waiting);
  waiting = [];
}

/** The number of a receipt would tell whose it is. */
const withoutReceipt = (page: string): string => page.replace(/\/receipts\/.*$/s, '/receipts');

/** An event with all its fields. It never identifies the member. */
function eventOf(
  event: Pick<AnalyticsEvent, 'session_id' | 'page_name' | 'event_type'> & Partial<AnalyticsEvent>,
): AnalyticsEvent {
  const unknown = {
    user_id: null,
    browser: null,
    user_agent: null,
    device: null,
    meta: null,
  };
  return {
    ...unknown,
    created_at: new Date().toISOString(),
    ...event,
    page_name: withoutReceipt(event.page_name),
    referrer: event.referrer ? withoutReceipt(event.referrer) : null,
  };
}

/** Records an event; call it only with consent. Query strings are left out: they can hold secrets. */
export function record(
  type: 'view' | 'click',
  page: string,
  { referrer, meta }: { referrer?: string; meta?: Record<string, string> } = {},
): void {
  waiting.push(
    eventOf({
      session_id: visitId(),
      page_name: cut(page, 300),
      event_type: type,
      browser: browserOf(navigator),
      user_agent: cut(navigator.userAgent, 400),
      device: deviceOf(navigator),
      referrer: referrer ? cut(referrer.replace(/[?#].*$/s, ''), 500) : null,
      meta: meta ?? null,
    }),
  );
  if (waiting.length >= MAX_WAITING) sendEvents();
  else timer ??= setTimeout(sendEvents, GATHER_MS);
}

export function forgetVisit(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
  visit = undefined;
  sessionStore.removeItem(VISIT_KEY);
}

/** Records the choice as evidence, anonymously. @param text the hash of the wording that was shown */
export function recordChoice({ analytics, marketing, updatedAt }: Consent, text: string): void {
  send([
    eventOf({
      session_id: randomId(),
      page_name: cut(location.pathname, 300),
      event_type: 'cookie_consent',
      created_at: updatedAt,
      // As the contract's `ConsentMeta` has it.
      meta: { version: 1, analytics, marketing, text },
    }),
  ]);
}
