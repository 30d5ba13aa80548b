import { randomBytes, timingSafeEqual } from 'node:crypto';
import { countHit } from '../../../rate-limit/store.ts';
import type { Accounts, TokenContext } from '../context.ts';

/** Challenges are valid for one purpose only. */
export type ChallengePurpose = 'register' | 'sign-in' | 'reauth';

/** The lifetime of a challenge in milliseconds. */
export const CHALLENGE_MS = 10 * 60_000;

const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const SIGNATURE_BYTES = 32;

/** Signs the purpose, the expiry and the browser or session of a challenge. */
function sign({ tokens }: TokenContext, purpose: ChallengePurpose, binding: string, head: Buffer) {
  return tokens.digest('passkey-challenge', purpose, binding, head.toString('base64url'));
}

/**
 * Creates a challenge: a signed nonce and expiry. Nothing is stored before it is used, so that requesting many costs nothing.
 *
 * @param binding a value that only the requesting browser or session can present again
 * @returns the challenge in base64url
 */
export function newChallenge(accounts: Accounts, purpose: ChallengePurpose, binding: string): string {
  const head = Buffer.alloc(NONCE_BYTES + EXPIRY_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeUIntBE(Date.now() + CHALLENGE_MS, NONCE_BYTES, EXPIRY_BYTES);
  return Buffer.concat([head, sign(accounts, purpose, binding, head)]).toString('base64url');
}

/**
 * Consumes a challenge.
 *
 * @param challenge in base64url
 * @returns false when it is forged, bound to another browser or session, expired or used
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
  // The first process to count it consumes it; the count outlives the challenge.
  const usage = await countHit(
    accounts.db,
    `passkey-challenge:${head.toString('base64url')}`,
    2 * CHALLENGE_MS,
  );
  return usage.current === 1;
}

/** The challenge in client data, which is untrusted until `consumeChallenge`; undefined for malformed data. */
export function claimedChallenge(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined;
    return typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}
