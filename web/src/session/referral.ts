import { safeReturnPath } from '@oriel/contract/shared/return-path';
import { localStore } from '../storage.ts';

/** Where the context of a referral link lies in the browser until somebody signs up or in. */
export const REFERRAL_KEY = 'oriel-referral';

/** Who recommended us, and where the link was to lead. Times are ISO 8601. */
export interface Referral {
  code: string;
  token?: string;
  referrerUserId?: string;
  /** A path of our own site. */
  next?: string;
  createdAt?: string;
  expiresAt?: string;
}

/** How long a referral counts where the server names no end. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The referral in a stored text; undefined when its code is no text or when it has expired. */
export function parseReferral(stored: string | null, now = Date.now()): Referral | undefined {
  if (stored === null) return undefined;
  try {
    const value: Record<string, unknown> | null = JSON.parse(stored);
    const code = text(value?.code);
    if (!value || code === undefined) return undefined;
    const expiresAt = text(value.expiresAt);
    // A moment that cannot be read counts as past.
    if (expiresAt !== undefined && !(Date.parse(expiresAt) > now)) return undefined;
    const optional = {
      token: text(value.token),
      referrerUserId: text(value.referrerUserId),
      next: safeReturnPath(value.next),
      createdAt: text(value.createdAt),
      expiresAt,
    };
    return {
      code,
      ...Object.fromEntries(Object.entries(optional).filter(([, part]) => part !== undefined)),
    };
  } catch {
    return undefined;
  }
}

/** The stored referral that still counts; what does not is removed. */
export function storedReferral(): Referral | undefined {
  const referral = parseReferral(localStore.getItem(REFERRAL_KEY));
  if (referral === undefined) localStore.removeItem(REFERRAL_KEY);
  return referral;
}

/**
 * Keeps a referral until somebody signs up or in, in the place of one that is there.
 *
 * @param given `next` is kept where it stays on our site; `expiresAt` that is missing or no moment becomes 30 days from now
 * @returns as it is kept
 */
export function storeReferral(
  given: Omit<Referral, 'createdAt'>,
  now = Date.now(),
): Referral & { createdAt: string; expiresAt: string } {
  const { next: asked, expiresAt, ...rest } = given;
  const next = safeReturnPath(asked);
  const end = Date.parse(expiresAt ?? '');
  const referral = {
    ...rest,
    ...(next !== undefined && { next }),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(Number.isNaN(end) ? now + LIFETIME_MS : end).toISOString(),
  };
  localStore.setItem(REFERRAL_KEY, JSON.stringify(referral));
  return referral;
}

/** A referral is used up by a sign-up and overtaken by a sign-in. */
export function clearReferral(): void {
  localStore.removeItem(REFERRAL_KEY);
}
