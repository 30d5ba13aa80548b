import { CONSENT_KEY, CONSENT_SECONDS, type Consent, parseConsent } from '@oriel/contract/shared/consent';
import { localStore } from '../storage.ts';
import { useBrowserValue } from '../ui/hydration.tsx';

export type Choice = Pick<Consent, 'analytics' | 'marketing'>;

/** The choice stored in this browser; null if there is none, undefined on the server. */
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
    // The server reads the cookie, which may have been removed separately.
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

/** The choice stored in this browser; null if there is none or it has expired. */
export function currentConsent(): Consent | null {
  if (current === undefined) current = readStored();
  return current;
}

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

/** Another tab may change the choice. */
function onStorage({ key }: StorageEvent): void {
  if (key === CONSENT_KEY || key === null) reload();
}

/** A page restored from the back/forward cache has missed all events. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) reload();
}

/** Subscribes to changes. @returns ends the subscription */
export function subscribeToConsent(listener: () => void): () => void {
  if (!isWatching) {
    addEventListener('storage', onStorage);
    addEventListener('pageshow', onPageShow);
    isWatching = true;
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice: undefined in the server's HTML, null if there is none. */
export function useConsent(): StoredConsent {
  return useBrowserValue<StoredConsent>(subscribeToConsent, currentConsent, undefined);
}

/** Opens the banner again, for the button "Cookie settings". */
export function openConsent(): void {
  for (const open of openers) open();
}

/** Subscribes the banner to `openConsent`. @returns ends the subscription */
export function onOpenConsent(open: () => void): () => void {
  openers.add(open);
  return () => openers.delete(open);
}
