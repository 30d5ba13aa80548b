import { type Session, safeReturnPath } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import { AppError } from '../../../errors.ts';
import { createOpenIdProvider, IdentityError, type IdentityProvider } from '../../../gateways/identity.ts';
import { sourceOf } from '../../../rate-limit/client-source.ts';
import { consumeAll, rateLimitsFor } from '../../../rate-limit/rate-limit.ts';
import { countHit } from '../../../rate-limit/store.ts';
import type { Accounts } from '../context.ts';
import { deviceOf } from '../sessions/device.ts';
import { redirectProof } from '../sessions/sessions.ts';
import { setSignInCookies } from '../sessions/sign-in-cookies.ts';
import {
  createFlow,
  FLOW_SECONDS,
  FlowReferral,
  readFlowCookie,
  setFlowCookie,
  setRedirectProofCookie,
} from './cookies.ts';
import { IdentityRefused, IdentityUnlinked, signInWithIdentity } from './oidc.ts';

/** An identity provider that visitors can choose. */
export interface NamedProvider {
  /** Its name in sentences, such as "Google". */
  label: string;
  /** Undefined when it is not configured. */
  provider: IdentityProvider | undefined;
}

interface Options {
  accounts: Accounts;
  providers: Record<string, NamedProvider>;
}

const Params = z.object({ provider: z.string().max(40) });
const StartQuery = z.object({
  redirect: z.string().max(10).optional(),
  next: z.string().max(2000).optional().describe('A path of this site to return to.'),
  // An invalid referral is ignored, so that it does not prevent the sign-in.
  referralCode: FlowReferral.shape.code.catch(undefined).describe('Of the link that brought a newcomer.'),
  referralToken: FlowReferral.shape.token.catch(undefined).describe('What visiting that link answered.'),
});
const STEPS = { name: 'oauth', max: 60, windowSeconds: 60 };

const EXPIRED = 'This sign in has expired, or it began in another browser. Please try again.';
const ELSEWHERE = 'This sign in began on another site. Please begin it here.';
const INCOMPLETE = 'We could not complete the sign in process. Please try again.';

/** Ends the sign-in at the error page with its message. */
class SignInRefused extends Error {}

/** The path that a provider redirects browsers back to. */
const callbackPath = (name: string): string => `/api/auth/oauth/${name}/callback`;

/** The identity providers of this installation, by their names in URLs. */
export function identityProviders({ google, publicUrl }: Config): Record<string, NamedProvider> {
  return {
    google: {
      label: 'Google',
      provider:
        google && createOpenIdProvider({ ...google, redirectUri: `${publicUrl}${callbackPath('google')}` }),
    },
  };
}

function redirectTo(
  reply: FastifyReply,
  path: string,
  query: Record<string, string | undefined>,
): FastifyReply {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(`${path}?${search}`, 302);
}

/** The sentence for the error page; undefined for internal errors. */
function errorMessage(error: unknown, label: string): string | undefined {
  if (error instanceof SignInRefused) return error.message;
  if (error instanceof AppError && error.status < 500) return error.message;
  if (error instanceof IdentityRefused) {
    return `Your ${label} account has no verified email address. Verify it there and try again, or sign in with your email instead.`;
  }
  if (error instanceof IdentityUnlinked) {
    return `There is an account with this email address already. Sign in to it here once, with your password or an email code; from then on ${label} works as well.`;
  }
  if (!(error instanceof IdentityError)) return undefined;
  if (error.reason === 'declined') return 'You cancelled the sign in.';
  return error.reason === 'unavailable'
    ? `${label} cannot be reached right now. Please try again in a moment.`
    : INCOMPLETE;
}

/** Endpoints for signing in at an identity provider, by full-page redirects. Every error leads to the error page. */
export async function oidcRoutes(app: FastifyInstance, { accounts, providers }: Options): Promise<void> {
  const { config, db } = accounts;

  const findProvider = (name: string): { label: string; provider: IdentityProvider } => {
    const named = Object.hasOwn(providers, name) ? providers[name] : undefined;
    if (named === undefined) throw new SignInRefused('Signing in with this service is not available.');
    const { label, provider } = named;
    if (provider === undefined) {
      throw new SignInRefused(
        `${label} sign in is not set up on this site. Please sign in with your email instead.`,
      );
    }
    return { label, provider };
  };

  /** Redirects to the callback page. Only the refresh token in its URL is usable, and only in this browser. */
  const sendSession = async (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    next: string | undefined,
  ) => {
    await setSignInCookies(accounts, request, reply, session);
    setRedirectProofCookie(config, reply, redirectProof(accounts, session.refreshToken));
    const { id, name } = session.user;
    const sessionId = accounts.tokens.parseRefresh(session.refreshToken)?.sessionId ?? '';
    return redirectTo(reply, '/auth/callback', {
      token: accounts.tokens.signRedirect({ memberId: id, sessionId }),
      refreshToken: session.refreshToken,
      user: Buffer.from(JSON.stringify({ id, name })).toString('base64'),
      next,
    });
  };

  /** Runs a step of a sign-in, and redirects to the error page if it throws. */
  const withErrorRedirect =
    (step: (request: FastifyRequest, reply: FastifyReply, name: string) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { provider: name } = Params.parse(request.params);
      try {
        await consumeAll(db, rateLimitsFor(STEPS, sourceOf(request)));
        return await step(request, reply, name);
      } catch (error) {
        const label = (Object.hasOwn(providers, name) && providers[name]?.label) || 'The provider';
        const message = errorMessage(error, label);
        if (message === undefined) request.log.error({ err: error }, 'failed to sign in at a provider');
        else if (error instanceof IdentityError) {
          request.log.warn(
            { reason: error.reason, cause: String(error.cause) },
            'sign-in at a provider not completed',
          );
        }
        return redirectTo(reply, '/auth/error', { error_description: message ?? INCOMPLETE });
      }
    };

  app.route({
    method: 'GET',
    url: '/api/auth/oauth/:provider',
    exposeHeadRoute: false,
    schema: {
      summary: 'Sends the browser to an identity provider (google); ends at /auth/callback or /auth/error',
      tags: ['accounts'],
      params: Params,
      querystring: StartQuery,
      response: { 302: z.undefined().describe('To the provider, or to /auth/error.') },
    },
    handler: withErrorRedirect(async (request, reply, name) => {
      // Otherwise another site could sign visitors in without their consent, since providers remember them.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new SignInRefused(ELSEWHERE);
      const { provider } = findProvider(name);
      const { next, referralCode: code, referralToken: token } = StartQuery.parse(request.query);
      const flow = createFlow(name, {
        next: safeReturnPath(next),
        ...((code || token) && { referral: { code, token } }),
      });
      const url = await provider.begin(flow);
      await setFlowCookie(config, reply, flow);
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(url.href, 302);
    }),
  });

  app.route({
    method: 'GET',
    url: callbackPath(':provider'),
    exposeHeadRoute: false,
    schema: { hide: true, params: Params },
    handler: withErrorRedirect(async (request, reply, name) => {
      const { provider } = findProvider(name);
      const flow = await readFlowCookie(config, request, reply);
      const start = request.url.indexOf('?');
      const params = new URLSearchParams(start === -1 ? '' : request.url.slice(start));
      if (flow === undefined || flow.provider !== name || params.get('state') !== flow.state) {
        throw new SignInRefused(EXPIRED);
      }
      // Each flow can be used once, even with a copied cookie.
      const flowId = accounts.tokens.digest('oauth-flow', flow.state).toString('base64url');
      const { current } = await countHit(db, `oauth-flow:${flowId}`, 2 * FLOW_SECONDS * 1000);
      if (current > 1) throw new SignInRefused(EXPIRED);
      const identity = await provider.finish(params, flow);
      const session = await signInWithIdentity(
        accounts,
        identity,
        deviceOf(accounts, request),
        flow.referral,
      );
      return sendSession(request, reply, session, flow.next);
    }),
  });
}
