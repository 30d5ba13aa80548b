import { hkdfSync, randomBytes } from 'node:crypto';
import { safeReturnPath } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';

type CookieConfig = Pick<Config, 'secretKey' | 'publicUrl'>;

/** How long somebody may take at the provider. */
export const FLOW_SECONDS = 10 * 60;
/** The page exchanges its tokens as soon as it is there. */
const PROOF_SECONDS = 10 * 60;
const FLOW_COOKIE: HostCookie = { name: 'oriel_oauth_flow', path: '/api/auth/oauth', sameSite: 'lax' };
const PROOF_COOKIE: HostCookie = {
  name: 'oriel_oauth_proof',
  path: '/api/auth/token/refresh',
  sameSite: 'lax',
};

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

const keyOf = (config: CookieConfig) =>
  new Uint8Array(hkdfSync('sha256', config.secretKey, '', 'oriel/accounts/oauth-flow/1', 32));

/** Keeps a sign-in in the browser that begins it, encrypted, while the client is at the provider. */
export async function setFlowCookie(
  config: CookieConfig,
  reply: FastifyReply,
  flow: StartedFlow,
): Promise<void> {
  const value = await new EncryptJWT({ ...flow })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt()
    .setExpirationTime(`${FLOW_SECONDS}s`)
    .encrypt(keyOf(config));
  setHostCookie(config, reply, FLOW_COOKIE, value, FLOW_SECONDS);
}

/** The sign-in that began in this browser; undefined when there is none, or when it is too old. It is forgotten here. */
export async function readFlowCookie(
  config: CookieConfig,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StartedFlow | undefined> {
  const [value] = hostCookieValues(config, request, FLOW_COOKIE);
  setHostCookie(config, reply, FLOW_COOKIE, '', 0);
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
export function setRedirectProofCookie(config: CookieConfig, reply: FastifyReply, proof: string): void {
  setHostCookie(config, reply, PROOF_COOKIE, proof, PROOF_SECONDS);
}

export function readRedirectProof(config: CookieConfig, request: FastifyRequest): string | undefined {
  return hostCookieValues(config, request, PROOF_COOKIE)[0];
}
