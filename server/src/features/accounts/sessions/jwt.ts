import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../../../config/config.ts';

export const ACCESS_SECONDS = 15 * 60;

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
/** Opens nothing: see `signRedirect`. */
const REDIRECT_TYPE = 'redirect+jwt';
const AUDIENCE = 'oriel';
/** How far the clocks of two of our processes may differ, in seconds. */
const CLOCK_TOLERANCE = 30;
const REFRESH_TOKEN = /^(s_[\w-]{22})\.(0|[1-9]\d{0,8})\.([\w-]{43})$/;

/** Whom an access token names, and by which of their sessions. */
export interface AccessClaims {
  memberId: string;
  sessionId: string;
}

/** What a refresh token says of itself; nothing of it is proven before the signature has been compared. */
export interface ParsedRefresh {
  sessionId: string;
  generation: number;
  signature: Buffer;
}

export interface Tokens {
  /** A bearer token for 15 minutes. */
  signAccess(claims: AccessClaims): Promise<string>;
  /**
   * What stands in a callback's address where an access token is expected: says that a sign-in has ended, and no call takes it.
   * Addresses are kept in logs and histories.
   */
  signRedirect(claims: AccessClaims): Promise<string>;
  /** What the token says; undefined when it is not ours, not an access token, or not valid now. */
  verifyAccess(token: string): Promise<AccessClaims | undefined>;
  /** The refresh token of a generation of a session: `id.generation.hmac`. */
  refreshToken(session: { id: string; salt: Buffer; generation: number }): string;
  /** Takes a refresh token apart; undefined for text of another shape. */
  parseRefresh(token: string): ParsedRefresh | undefined;
  /** HMAC-SHA256 over the parts, 32 bytes: what is kept of a secret that is mailed. */
  digest(...parts: string[]): Buffer;
}

/** Keys for different purposes, so that what is made for one proves nothing for another. */
function deriveKey(secret: string, label: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `oriel/accounts/${label}/1`, 32)));
}

/** Makes and reads the tokens of this installation. */
export function createTokens(config: Pick<Config, 'secretKey' | 'publicUrl'>): Tokens {
  // As what jose signs with in the end; it would make one of any other key for each token.
  const accessKey = deriveKey(config.secretKey, 'access').toCryptoKey(
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  const refreshKey = deriveKey(config.secretKey, 'refresh');
  const digestKey = deriveKey(config.secretKey, 'digest');
  const sign = (typ: string, { memberId, sessionId }: AccessClaims) =>
    new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ })
      .setSubject(memberId)
      .setIssuer(config.publicUrl)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${ACCESS_SECONDS}s`)
      .sign(accessKey);
  return {
    signAccess: (claims) => sign(TYPE, claims),
    signRedirect: (claims) => sign(REDIRECT_TYPE, claims),

    async verifyAccess(token) {
      try {
        const { payload } = await jwtVerify(token, accessKey, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: config.publicUrl,
          audience: AUDIENCE,
          clockTolerance: CLOCK_TOLERANCE,
          maxTokenAge: ACCESS_SECONDS,
          requiredClaims: ['sub', 'sid', 'exp'],
        });
        if (payload.sub === undefined || typeof payload.sid !== 'string') return undefined;
        return { memberId: payload.sub, sessionId: payload.sid };
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

    // As JSON, so that no two lists of parts read the same.
    digest: (...parts) => createHmac('sha256', digestKey).update(JSON.stringify(parts)).digest(),
  };
}
