import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import type { AccountsApp } from '../../../../testing/apps/accounts-app.ts';

export const CLIENT = { clientId: 'oriel', clientSecret: 'a secret between the provider and us' };
export const START = '/api/auth/oauth/google?redirect=1';

/** The claims of a person at the provider. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
  /** The domain that the provider hosts for an organisation. */
  hd?: string;
}

export interface TestProvider {
  issuer: string;
  /** The person who signs in next; undefined declines. */
  person: Person | undefined;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback interface. */
export async function listenOnFreePort(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ server: Server; url: string }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A real OpenID provider that signs in `person` without interaction. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const { server, url } = await listenOnFreePort((request, response) => handle(request, response));
  const people = new Map<string, Person>();
  const state: TestProvider = { issuer: url, person: undefined, close: () => closeServer(server) };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key for the cookies of a test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'hd'],
    },
    // As Google does, everything is in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...people.get(sub), sub }),
    }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId && { accountId: session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handleOidc = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handleOidc(request, response);
    const { person } = state;
    if (person) people.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  return state;
}

/** A response and the URL that it redirects to. */
export interface Redirect {
  status: number;
  location: URL;
  headers: Record<string, unknown>;
}

/** Follows redirects between the site and the provider, and keeps their cookies like a browser. */
export class TestBrowser {
  readonly #site: AccountsApp;
  /** By host, name and path. */
  readonly cookies = new Map<string, { name: string; value: string; path: string; host: string }>();

  constructor(site: AccountsApp) {
    this.#site = site;
  }

  #remember(host: string, lines: string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const attribute = (wanted: string) =>
        attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const key = `${host} ${name} ${attribute('path')}`;
      if (value === '' || attribute('max-age') === '0') this.cookies.delete(key);
      else this.cookies.set(key, { name, value, path: attribute('path') ?? '/', host });
    }
  }

  cookieHeader(url: URL): Record<string, string> {
    const matching = [...this.cookies.values()].filter(
      ({ host, path }) => host === url.host && url.pathname.startsWith(path),
    );
    return matching.length === 0
      ? {}
      : { cookie: matching.map(({ name, value }) => `${name}=${value}`).join('; ') };
  }

  /** Requests one URL without following its redirect. */
  async visit(target: string | URL): Promise<Redirect> {
    const url = new URL(target, this.#site.config.publicUrl);
    const headers = this.cookieHeader(url);
    if (url.origin === this.#site.config.publicUrl) {
      const response = await this.#site.app.inject({ url: `${url.pathname}${url.search}`, headers });
      this.#remember(url.host, [response.headers['set-cookie'] ?? []].flat());
      const location = new URL(String(response.headers.location), url);
      return { status: response.statusCode, location, headers: response.headers };
    }
    const response = await fetch(url, { headers, redirect: 'manual' });
    this.#remember(url.host, response.headers.getSetCookie());
    const location = new URL(response.headers.get('location') ?? url, url);
    return { status: response.status, location, headers: Object.fromEntries(response.headers) };
  }

  /** Begins a sign-in. @returns the URL at the provider, not yet visited */
  async begin(next?: string): Promise<URL> {
    const query = next === undefined ? '' : `&${new URLSearchParams({ next })}`;
    return (await this.visit(`${START}${query}`)).location;
  }

  /** Follows the redirects of the provider. @returns our callback's URL, not yet visited */
  async passProvider(providerUrl: URL): Promise<URL> {
    let url = providerUrl;
    for (let steps = 0; steps < 6; steps += 1) {
      if (url.origin === this.#site.config.publicUrl) return url;
      url = (await this.visit(url)).location;
    }
    throw new Error(`the provider does not redirect back: ${url}`);
  }

  /** Signs in up to the last redirect, to the callback or error page. */
  async signIn(next?: string): Promise<Redirect> {
    return this.visit(await this.passProvider(await this.begin(next)));
  }

  /** Exchanges a refresh token like the callback page. */
  async exchange(refreshToken: string) {
    const path = '/api/auth/token/refresh';
    const headers = this.cookieHeader(new URL(path, this.#site.config.publicUrl));
    return this.#site.call('POST', 'token/refresh', { body: { refreshToken, fromAddress: true }, headers });
  }
}
