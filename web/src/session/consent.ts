import { CONSENT_KEY, CONSENT_SECONDS, type Consent, parseConsent } from '@oriel/contract/shared/consent';
import { useSyncExternalStore } from 'react';
import { localStore } from '../storage.ts';

/** What a visitor can switch on and off. */
export type Choice = Pick<Consent, 'analytics' | 'marketing'>;

/** What has been chosen in this browser; null while nothing has, undefined where there is no browser. */
export type StoredConsent = Consent | null | undefined;

let current: StoredConsent;
let isWatching = false;
const listeners = new Set<() => void>();
const openers = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function readCookie(): string | undefined {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${CONSENT_KEY}=`));
  try {
    return pair && decodeURIComponent(pair.slice(CONSENT_KEY.length + 1));
  } catch {
    return undefined;
  }
}

function readStored(): Consent | null {
  const text = localStore.getItem(CONSENT_KEY);
  const stored = text && parseConsent(text);
  if (stored) {
    // The server has to know too, and the one may have been removed without the other.
    if (readCookie() !== JSON.stringify(stored)) writeCookie(stored);
    return stored;
  }
  return parseConsent(readCookie() ?? '') ?? null;
}

function writeCookie(consent: Consent): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const left = Math.floor((Date.parse(consent.updatedAt) - Date.now()) / 1000) + CONSENT_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is not in every browser.
  document.cookie = `${CONSENT_KEY}=${encodeURIComponent(JSON.stringify(consent))}; Path=/; Max-Age=${left}; SameSite=Lax${secure}`;
}

/** What has been chosen in this browser; null while nothing has, or longer ago than a choice holds. */
export function currentConsent(): Consent | null {
  if (current === undefined) current = readStored();
  return current;
}

/** Keeps a choice for a year, here and for the server, and tells all who care. */
export function saveConsent({ analytics, marketing }: Choice): Consent {
  const consent: Consent = {
    version: 1,
    necessary: true,
    analytics,
    marketing,
    updatedAt: new Date().toISOString(),
  };
  current = consent;
  localStore.setItem(CONSENT_KEY, JSON.stringify(consent));
  writeCookie(consent);
  notify();
  return consent;
}

function reload(): void {
  current = readStored();
  notify();
}

/** Another tab may choose as well. */
function onStorage({ key }: StorageEvent): void {
  if (key === CONSENT_KEY || key === null) reload();
}

/** A page that the browser kept whole while the visitor was elsewhere was told of nothing. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) reload();
}

/** Tells of every choice. @returns ends the subscription */
export function subscribeToConsent(listener: () => void): () => void {
  if (!isWatching) {
    addEventListener('storage', onStorage);
    addEventListener('pageshow', onPageShow);
    isWatching = true;
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What has been chosen: undefined in the server's HTML, null while nothing has. */
export function useConsent(): StoredConsent {
  return useSyncExternalStore<StoredConsent>(subscribeToConsent, currentConsent, () => undefined);
}

/** Shows the choice again, for the button "Cookie settings". */
export function openConsent(): void {
  for (const open of openers) open();
}

/** Has the banner listen for `openConsent`. @returns ends it */
export function onOpenConsent(open: () => void): () => void {
  openers.add(open);
  return () => openers.delete(open);
}
