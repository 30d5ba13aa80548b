/**
 * A visitor's choice about cookies, stored by the browser as JSON: in local storage, and in a cookie for the server.
 * Without Zod, because every page loads this file.
 */
export interface Consent {
  version: 1;
  necessary: true;
  analytics: boolean;
  marketing: boolean;
  /** ISO 8601. */
  updatedAt: string;
}

/** The key in local storage and the name of the cookie. */
export const CONSENT_KEY = 'oriel-consent';
/** How long a choice is valid; then the visitor is asked again. */
export const CONSENT_SECONDS = 365 * 24 * 60 * 60;

/** Parses a serialised choice; undefined for anything else and for one that has expired. */
export function parseConsent(text: string, now = Date.now()): Consent | undefined {
  let value: Partial<Consent> | null;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || value.version !== 1) return undefined;
  const { analytics, marketing, updatedAt } = value;
  if (typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return undefined;
  if (typeof updatedAt !== 'string' || !(Date.parse(updatedAt) > now - CONSENT_SECONDS * 1000))
    return undefined;
  return { version: 1, necessary: true, analytics, marketing, updatedAt };
}

/** The same value with the keys of all objects sorted. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, withSortedKeys(inner)]));
}

/**
 * Identifies the wording that a visitor was shown: SHA-256 of its JSON, in hexadecimal. The order of keys does not matter,
 * so that a wording read back from a database has the same hash.
 */
export async function consentTextHash(texts: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(withSortedKeys(texts)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
