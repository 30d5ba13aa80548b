import { randomBytes, timingSafeEqual } from 'node:crypto';
import { countHit } from '../../../rate-limit/store.ts';
import type { Accounts } from '../context.ts';

/** What a challenge is for; it proves nothing for another purpose. */
export type ChallengePurpose = 'register' | 'sign-in' | 'reauth';

/** For how long a challenge can be answered, in milliseconds. */
export const CHALLENGE_MS = 10 * 60_000;

const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const SIGNATURE_BYTES = 32;

/** A challenge's signature: over what it is for, when it ends, and the browser or session that it was given to. */
function sign(
  { tokens }: Pick<Accounts, 'tokens'>,
  purpose: ChallengePurpose,
  binding: string,
  head: Buffer,
) {
  return tokens.digest('passkey-challenge', purpose, binding, head.toString('base64url'));
}

/**
 * A new challenge: a nonce and the time it expires, signed. Nothing is stored until it is answered, so that asking for many
 * costs nothing.
 *
 * @param binding what only the browser or session that asks can show again
 * @returns in base64url
 */
export function newChallenge(accounts: Accounts, purpose: ChallengePurpose, binding: string): string {
  const head = Buffer.alloc(NONCE_BYTES + EXPIRY_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeUIntBE(Date.now() + CHALLENGE_MS, NONCE_BYTES, EXPIRY_BYTES);
  return Buffer.concat([head, sign(accounts, purpose, binding, head)]).toString('base64url');
}

/**
 * Uses a challenge up.
 *
 * @param challenge in base64url, as it comes back
 * @returns false for one that is not ours, was given to another browser or session, is too old, or was used before
 */
export async function consumeChallenge(
  accounts: Accounts,
  purpose: ChallengePurpose,
  binding: string,
  challenge: string,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== NONCE_BYTES + EXPIRY_BYTES + SIGNATURE_BYTES) return false;
  const head = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
  if (!timingSafeEqual(bytes.subarray(head.length), sign(accounts, purpose, binding, head))) return false;
  if (head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES) < Date.now()) return false;
  // The first of all processes to count it is the one that uses it; the count outlives the challenge.
  const use = await countHit(
    accounts.db,
    `passkey-challenge:${head.toString('base64url')}`,
    2 * CHALLENGE_MS,
  );
  return use.current === 1;
}

/** The challenge that a browser says it answered; undefined for nonsense. Proven only once the signature is checked. */
export function claimedChallenge(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined;
    return typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}
