import { safeReturnPath } from '@oriel/contract/shared/return-path';
import { localStore } from '../storage.ts';

/** The key of the stored referral, which lasts until a sign-up or sign-in. */
export const REFERRAL_KEY = 'oriel-referral';

/** A referral link's data. Times are ISO 8601. */
export interface Referral {
  code: string;
  token?: string;
  referrerUserId?: string;
  /** A path of our own site. */
  next?: string;
  createdAt?: string;
  expiresAt?: string;
}

/** How long a referral is valid where the server names no end. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parses a stored referral; undefined when it is invalid or expired. */
export function parseReferral(stored: string | null, now = Date.now()): Referral | undefined {
  if (stored === null) return undefined;
  try {
    const value: Record<string, unknown> | null = JSON.parse(stored);
    const code = text(value?.code);
    if (!value || code === undefined) return undefined;
    const expiresAt = text(value.expiresAt);
    // An invalid time counts as past.
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

/** The stored referral, if valid; else it is removed. */
export function storedReferral(): Referral | undefined {
  const referral = parseReferral(localStore.getItem(REFERRAL_KEY));
  if (referral === undefined) localStore.removeItem(REFERRAL_KEY);
  return referral;
}

/** @param input `next` is dropped unless it is a path of our site; an invalid `expiresAt` becomes 30 days from now */
export function storeReferral(
  input: Omit<Referral, 'createdAt'>,
  now = Date.now(),
): Referral & { createdAt: string; expiresAt: string } {
  const { next: target, expiresAt, ...rest } = input;
  const next = safeReturnPath(target);
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

/** Called after a sign-up or sign-in. */
export function clearReferral(): void {
  localStore.removeItem(REFERRAL_KEY);
}
