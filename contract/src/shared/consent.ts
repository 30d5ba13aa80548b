/**
 * What a visitor allows, as the browser keeps it: JSON in local storage, and the same in a cookie, so that the server
 * respects it too. Without Zod, for every page reads it.
 */
export interface Consent {
  version: 1;
  necessary: true;
  analytics: boolean;
  marketing: boolean;
  /** When it was chosen, as ISO 8601. */
  updatedAt: string;
}

/** The key in local storage, and the cookie's name. */
export const CONSENT_KEY = 'oriel-consent';
/** For how long a choice holds; then it is asked again. */
export const CONSENT_SECONDS = 365 * 24 * 60 * 60;

/** Reads what `JSON.stringify` made of a choice; undefined for anything else, and for a choice that is too old. */
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

/** The same value with the entries of all objects in the order of their names. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOrder(inner)]));
}

/**
 * Stands for the wording that somebody was shown: SHA-256 of its JSON, in hexadecimal digits. The order of its entries does
 * not matter, so that a wording that a database has kept can be proved to be the one.
 */
export async function consentTextHash(texts: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(inOrder(texts)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
