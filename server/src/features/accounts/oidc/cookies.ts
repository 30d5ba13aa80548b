import { hkdfSync, randomBytes } from 'node:crypto';
import { safeReturnPath } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';

type CookieConfig = Pick<Config, 'secretKey' | 'publicUrl'>;

/** The time for signing in at the provider. */
export const FLOW_SECONDS = 10 * 60;
/** Ample: the callback page exchanges its tokens as soon as it loads. */
const PROOF_SECONDS = 10 * 60;
const FLOW_COOKIE: HostCookie = { name: 'oriel_oauth_flow', path: '/api/auth/oauth', sameSite: 'lax' };
const PROOF_COOKIE: HostCookie = {
  name: 'oriel_oauth_proof',
  path: '/api/auth/token/refresh',
  sameSite: 'lax',
};

/** The state of a sign-in between our redirect and the callback. */
export interface StartedFlow {
  provider: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The path to return to, on this site. */
  next?: string | undefined;
  /** The referral link that led here; used only when an account is created. */
  referral?: FlowReferral | undefined;
}

/** The limits keep the whole cookie below the 4096 bytes that browsers accept. */
export const FlowReferral = z.object({
  code: z.string().max(40).optional(),
  token: z.string().max(500).optional(),
});
export type FlowReferral = z.infer<typeof FlowReferral>;

const FlowPayload = z.object({
  provider: z.string(),
  state: z.string().min(20),
  nonce: z.string().min(20),
  codeVerifier: z.string().min(20),
  next: z.string().optional(),
  referral: FlowReferral.optional(),
});

/** Creates a flow with random secrets of 256 bits. */
export function createFlow(
  provider: string,
  { next, referral }: Pick<StartedFlow, 'next' | 'referral'>,
): StartedFlow {
  const secret = () => randomBytes(32).toString('base64url');
  return { provider, state: secret(), nonce: secret(), codeVerifier: secret(), next, referral };
}

const keyOf = (config: CookieConfig) =>
  new Uint8Array(hkdfSync('sha256', config.secretKey, '', 'oriel/accounts/oauth-flow/1', 32));

/** Stores a flow, encrypted, in the browser that began it. */
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

/** Reads the flow that began in this browser, and clears its cookie. @returns undefined when there is none or it has expired */
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
    const flow = FlowPayload.safeParse(payload);
    return flow.success ? { ...flow.data, next: safeReturnPath(flow.data.next) } : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Sets the proof that the first refresh of a redirected session requires. */
export function setRedirectProofCookie(config: CookieConfig, reply: FastifyReply, proof: string): void {
  setHostCookie(config, reply, PROOF_COOKIE, proof, PROOF_SECONDS);
}

export function readRedirectProof(config: CookieConfig, request: FastifyRequest): string | undefined {
  return hostCookieValues(config, request, PROOF_COOKIE)[0];
}
