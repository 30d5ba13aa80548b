import { hkdfSync, randomBytes } from 'node:crypto';
import { safeReturnPath } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { cookieValues } from '../../http/cookies.ts';

type CookieConfig = Pick<Config, 'secretKey' | 'publicUrl'>;

/** How long somebody may take at the provider. */
export const FLOW_SECONDS = 10 * 60;
/** The page exchanges its tokens as soon as it is there. */
const PROOF_SECONDS = 10 * 60;
const PATHS = { flow: '/api/auth/oauth', proof: '/api/auth/token/refresh' } as const;

/** A sign-in that began in this browser. */
export interface StartedFlow {
  provider: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Where to go afterwards; a path of our own site. */
  next?: string | undefined;
  /** What a newcomer's link gave them. Looked at only when an account is created. */
  referral?: FlowReferral | undefined;
}

/** The limits keep the whole cookie below the 4096 bytes that browsers take. */
export const FlowReferral = z.object({
  code: z.string().max(40).optional(),
  token: z.string().max(500).optional(),
});
export type FlowReferral = z.infer<typeof FlowReferral>;

const Stored = z.object({
  provider: z.string(),
  state: z.string().min(20),
  nonce: z.string().min(20),
  codeVerifier: z.string().min(20),
  next: z.string().optional(),
  referral: FlowReferral.optional(),
});

/** A flow of fresh secrets, 256 bits each. */
export function createFlow(
  provider: string,
  { next, referral }: Pick<StartedFlow, 'next' | 'referral'>,
): StartedFlow {
  const secret = () => randomBytes(32).toString('base64url');
  return { provider, state: secret(), nonce: secret(), codeVerifier: secret(), next, referral };
}

const isSecure = (config: CookieConfig) => config.publicUrl.startsWith('https:');

/** With https the prefix keeps sites on neighbouring hosts from planting a cookie of theirs; it asks for the path `/`. */
const cookieName = (config: CookieConfig, kind: keyof typeof PATHS) =>
  `${isSecure(config) ? '__Host-' : ''}oriel_oauth_${kind}`;

function setCookie(
  config: CookieConfig,
  reply: FastifyReply,
  kind: keyof typeof PATHS,
  value: string,
  seconds: number,
): void {
  const place = isSecure(config) ? 'Path=/; Secure' : `Path=${PATHS[kind]}`;
  reply.header(
    'set-cookie',
    `${cookieName(config, kind)}=${value}; ${place}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`,
  );
}

function readCookie(
  config: CookieConfig,
  request: FastifyRequest,
  kind: keyof typeof PATHS,
): string | undefined {
  return cookieValues(request, cookieName(config, kind))[0];
}

const keyOf = (config: CookieConfig) =>
  new Uint8Array(hkdfSync('sha256', config.secretKey, '', 'oriel/accounts/oauth-flow/1', 32));

/** Keeps a sign-in in the browser that begins it, encrypted, while the visitor is at the provider. */
export async function keepFlow(config: CookieConfig, reply: FastifyReply, flow: StartedFlow): Promise<void> {
  const value = await new EncryptJWT({ ...flow })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt()
    .setExpirationTime(`${FLOW_SECONDS}s`)
    .encrypt(keyOf(config));
  setCookie(config, reply, 'flow', value, FLOW_SECONDS);
}

/** The sign-in that began in this browser; undefined when there is none, or when it is too old. It is forgotten here. */
export async function takeFlow(
  config: CookieConfig,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StartedFlow | undefined> {
  const value = readCookie(config, request, 'flow');
  setCookie(config, reply, 'flow', '', 0);
  if (value === undefined) return undefined;
  try {
    const { payload } = await jwtDecrypt(value, keyOf(config), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp'],
    });
    const flow = Stored.safeParse(payload);
    return flow.success ? { ...flow.data, next: safeReturnPath(flow.data.next) } : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Gives the browser what the first refresh of a redirected session asks for. */
export function keepRedirectProof(config: CookieConfig, reply: FastifyReply, proof: string): void {
  setCookie(config, reply, 'proof', proof, PROOF_SECONDS);
}

export function redirectProofOf(config: CookieConfig, request: FastifyRequest): string | undefined {
  return readCookie(config, request, 'proof');
}
