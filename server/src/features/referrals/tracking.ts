import { createHmac, hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../../config/config.ts';
import { canonicalMailbox } from './mailbox.ts';

const ALGORITHM = 'HS256';
const TYPE = 'referral+jwt';
const AUDIENCE = 'oriel-referral';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Keys of this feature alone, so that what is made for another proves nothing here. */
function deriveKey(secret: string, label: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `oriel/referrals/${label}/1`, 32));
}

/** A visit of a link, as the visitor's browser keeps it. */
export interface Visit {
  trackingToken: string;
  referrerUserId: string;
  expiresAt: Date;
}

export interface Tracking {
  /** Signs a visit by a member's link, now. */
  signVisit(referrerId: string): Promise<Visit>;
  /** Whose link was followed; undefined for a token that is not ours, is changed, or is past its time. */
  readVisit(token: string): Promise<string | undefined>;
  /** An HMAC of an email address as it was written, 32 bytes. */
  digestEmail(email: string): Buffer;
  /** An HMAC of the mailbox behind an email address, 32 bytes: the same for all its ways to be written. */
  digestMailbox(email: string): Buffer;
}

export function createTracking({
  secretKey,
  publicUrl,
  referrals,
}: Pick<Config, 'secretKey' | 'publicUrl' | 'referrals'>): Tracking {
  const visitKey = deriveKey(secretKey, 'visit');
  const emailKey = deriveKey(secretKey, 'address');
  const digest = (text: string) => createHmac('sha256', emailKey).update(text).digest();
  return {
    async signVisit(referrerId) {
      const expiresAt = new Date(Date.now() + referrals.visitDays * DAY_MS);
      const trackingToken = await new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(referrerId)
        .setIssuer(publicUrl)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(visitKey);
      return { trackingToken, referrerUserId: referrerId, expiresAt };
    },

    async readVisit(token) {
      try {
        const { payload } = await jwtVerify(token, visitKey, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: publicUrl,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'exp'],
        });
        return payload.sub;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },

    digestEmail: digest,
    digestMailbox: (email) => digest(canonicalMailbox(email)),
  };
}
