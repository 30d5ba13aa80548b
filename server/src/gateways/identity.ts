import * as oidc from 'openid-client';
import { createResilience } from './resilience.ts';

/** What proves at the end of a sign-in that it is the one that began here. All parts are random and secret. */
export interface IdentityFlow {
  state: string;
  nonce: string;
  /** PKCE; the provider is told its SHA-256 alone. */
  codeVerifier: string;
}

/** Whom the provider names. Issuer and subject are the person; everything else may change there. */
export interface Identity {
  issuer: string;
  subject: string;
  email?: string;
  /** Whether the provider says that the email is theirs. */
  emailVerified: boolean;
  /**
   * Whether the provider hosts the mailbox, so that its word is as good as a mail to it. Of other emails it knows that they
   * were theirs at one time.
   */
  hostsMailbox: boolean;
  name?: string;
  givenName?: string;
  familyName?: string;
  picture?: string;
}

/** Signs people in at an OpenID provider, such as Google. */
export interface IdentityProvider {
  /**
   * Where to send the browser.
   *
   * @throws {IdentityError}
   */
  begin(flow: IdentityFlow): Promise<URL>;
  /**
   * Takes what the provider sent back with the browser.
   *
   * @param answer the query of the callback
   * @throws {IdentityError}
   */
  finish(answer: URLSearchParams, flow: IdentityFlow): Promise<Identity>;
}

/** Why a sign-in failed: it was declined, the response is not valid, or the provider cannot be reached. */
export class IdentityError extends Error {
  override name = 'IdentityError';
  readonly reason: 'declined' | 'refused' | 'unavailable';

  constructor(reason: IdentityError['reason'], cause: unknown) {
    super(`sign-in ${reason}`, { cause });
    this.reason = reason;
  }
}

/** An OpenID provider and how we are known there. */
export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider sends browsers back to. */
  redirectUri: string;
  /** How long one response of the provider may take. */
  timeoutMs?: number;
}

/** A person waits in front of an empty page meanwhile. */
const TIMEOUT_MS = 4_000;
const SCOPE = 'openid email profile';

/** What failed before the provider could say anything: no connection, no answer in time, an answer of a broken server. */
const UNAVAILABLE_CODES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

function explain(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  if (error instanceof oidc.AuthorizationResponseError) {
    return new IdentityError(error.error === 'access_denied' ? 'declined' : 'refused', error);
  }
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  // `fetch` throws a TypeError where there is no connection.
  const isUnavailable =
    UNAVAILABLE_CODES.has(code ?? '') || (error instanceof TypeError && code === undefined);
  return new IdentityError(isUnavailable ? 'unavailable' : 'refused', error);
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** An OpenID provider by its discovery document, which is fetched at the first sign-in. */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const issuer = new URL(options.issuer);
  let configuration: Promise<oidc.Configuration> | undefined;
  // No attempt is repeated here: a person is waiting, and codes can be redeemed once.
  const { call } = createResilience({
    service: 'identity',
    isOutage: (error) => error instanceof IdentityError && error.reason === 'unavailable',
    unavailable: () => new IdentityError('unavailable', new Error('the provider is resting after failures')),
  });
  const ask = <T>(request: () => Promise<T>): Promise<T> =>
    call(() =>
      request().catch((error: unknown) => {
        throw explain(error);
      }),
    );

  const requestConfiguration = () =>
    oidc.discovery(issuer, options.clientId, options.clientSecret, undefined, {
      timeout: (options.timeoutMs ?? TIMEOUT_MS) / 1000,
      // The configuration lets http pass for the machine itself alone.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    });
  const discover = async (): Promise<oidc.Configuration> => {
    configuration ??= ask(requestConfiguration);
    try {
      return await configuration;
    } catch (error) {
      // The next sign-in requests it again.
      configuration = undefined;
      throw error;
    }
  };

  return {
    async begin({ state, nonce, codeVerifier }) {
      try {
        return oidc.buildAuthorizationUrl(await discover(), {
          redirect_uri: options.redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        });
      } catch (error) {
        throw explain(error);
      }
    },

    async finish(answer, { state, nonce, codeVerifier }) {
      try {
        const callbackUrl = new URL(options.redirectUri);
        callbackUrl.search = answer.toString();
        const provider = await discover();
        const tokens = await ask(() =>
          oidc.authorizationCodeGrant(provider, callbackUrl, {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          }),
        );
        const claims = tokens.claims();
        if (claims === undefined) throw new IdentityError('refused', new Error('no ID token'));
        const [email, name, givenName, familyName, picture] = [
          text(claims.email),
          text(claims.name),
          text(claims.given_name),
          text(claims.family_name),
          text(claims.picture),
        ];
        return {
          issuer: claims.iss,
          subject: claims.sub,
          emailVerified: claims.email_verified === true || claims.email_verified === 'true',
          // Google's own rule: its consumer mail, and the domains of its customers, which it names in `hd`.
          hostsMailbox: text(claims.hd) !== undefined || /@(gmail|googlemail)\.com$/i.test(email ?? ''),
          ...(email && { email }),
          ...(name && { name }),
          ...(givenName && { givenName }),
          ...(familyName && { familyName }),
          ...(picture && { picture }),
        };
      } catch (error) {
        throw explain(error);
      }
    },
  };
}
