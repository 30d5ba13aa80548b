import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { Config } from '../../../config/config.ts';

export const ACCESS_SECONDS = 15 * 60;

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
/** Accepted by no endpoint: see `signRedirect`. */
const REDIRECT_TYPE = 'redirect+jwt';
const AUDIENCE = 'oriel';
/** Seconds for which an expired token is accepted, since clocks differ. */
const EXPIRY_TOLERANCE = 30;
/** How far the clock of the process that issued a token may be ahead, in seconds: five minutes, and some to spare. */
const MAX_CLOCK_SKEW = 330;
const REFRESH_TOKEN = /^(s_[\w-]{22})\.(0|[1-9]\d{0,8})\.([\w-]{43})$/;

/** The member and session of an access token. */
export interface AccessClaims {
  memberId: string;
  sessionId: string;
}

/** The claims of a valid access token. */
export interface VerifiedAccess extends AccessClaims {
  /** When the token expires, in milliseconds since 1970. */
  expiresAt: number;
}

/** The parts of a refresh token, which are untrusted until the signature has been compared. */
export interface ParsedRefresh {
  sessionId: string;
  generation: number;
  signature: Buffer;
}

export interface Tokens {
  /** An access token, valid for `ACCESS_SECONDS`. */
  signAccess(claims: AccessClaims): string;
  /**
   * Stands in for an access token in the URL of the callback page. No endpoint accepts it, since URLs end up in logs and
   * histories.
   */
  signRedirect(claims: AccessClaims): string;
  /** @returns undefined when the token is forged, not an access token, or not valid now */
  verifyAccess(token: string): Promise<VerifiedAccess | undefined>;
  /** The refresh token of a generation of a session: `id.generation.hmac`. */
  refreshToken(session: { id: string; salt: Buffer; generation: number }): string;
  /** @returns undefined for text of another shape */
  parseRefresh(token: string): ParsedRefresh | undefined;
  /** HMAC-SHA256 over the parts, 32 bytes. Mailed secrets are stored as digests. */
  digest(...parts: string[]): Buffer;
}

/** Compares a value in base64url with a digest in constant time. */
export function matchesDigest(value: string, digest: Buffer): boolean {
  const bytes = Buffer.from(value, 'base64url');
  return bytes.length === digest.length && timingSafeEqual(bytes, digest);
}

/** A separate key for each purpose. */
function deriveKey(secret: string, label: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `oriel/accounts/${label}/1`, 32)));
}

const base64urlJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Signs and verifies the tokens of this installation. Signs without jose, which calls Web Crypto: a round trip to another thread
 * for each token.
 */
export function createTokens(config: Pick<Config, 'secretKey' | 'publicUrl'>): Tokens {
  const accessKey = deriveKey(config.secretKey, 'access');
  // jose would convert any other kind of key for each token.
  const verificationKey = accessKey.toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const refreshKey = deriveKey(config.secretKey, 'refresh');
  const digestKey = deriveKey(config.secretKey, 'digest');
  const signer = (typ: string) => {
    const header = base64urlJson({ alg: ALGORITHM, typ });
    return ({ memberId, sessionId }: AccessClaims): string => {
      const issuedAt = Math.floor(Date.now() / 1000);
      const payload = base64urlJson({
        sid: sessionId,
        sub: memberId,
        iss: config.publicUrl,
        aud: AUDIENCE,
        iat: issuedAt,
        exp: issuedAt + ACCESS_SECONDS,
      });
      const signature = createHmac('sha256', accessKey).update(`${header}.${payload}`).digest('base64url');
      return `${header}.${payload}.${signature}`;
    };
  };
  return {
    signAccess: signer(TYPE),
    signRedirect: signer(REDIRECT_TYPE),

    async verifyAccess(token) {
      try {
        const { payload } = await jwtVerify(token, verificationKey, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: config.publicUrl,
          audience: AUDIENCE,
          clockTolerance: EXPIRY_TOLERANCE,
          requiredClaims: ['sub', 'sid', 'iat', 'exp'],
        });
        const { sub, sid, iat = 0, exp = 0 } = payload;
        if (sub === undefined || typeof sid !== 'string') return undefined;
        const expiresAt = Math.min(exp, iat + ACCESS_SECONDS);
        const now = Date.now() / 1000;
        // jose has one tolerance for the expiry and the time of issue.
        if (iat > now + MAX_CLOCK_SKEW || expiresAt + EXPIRY_TOLERANCE <= now) return undefined;
        return { memberId: sub, sessionId: sid, expiresAt: expiresAt * 1000 };
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },

    refreshToken({ id, salt, generation }) {
      const text = `${id}.${generation}`;
      const signature = createHmac('sha256', refreshKey).update(salt).update(text).digest('base64url');
      return `${text}.${signature}`;
    },

    parseRefresh(token) {
      const [, sessionId, generation, signature] = REFRESH_TOKEN.exec(token) ?? [];
      if (sessionId === undefined || generation === undefined || signature === undefined) return undefined;
      return { sessionId, generation: Number(generation), signature: Buffer.from(signature, 'base64url') };
    },

    // As JSON, so that different lists of parts have different digests.
    digest: (...parts) => createHmac('sha256', digestKey).update(JSON.stringify(parts)).digest(),
  };
}
