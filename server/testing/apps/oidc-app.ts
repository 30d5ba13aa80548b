import type { Session, User } from '@oriel/contract';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  CLIENT,
  type Person,
  type Redirect,
  startProvider,
  TestBrowser,
  type TestProvider,
} from '../../src/features/accounts/oidc/oidc.fixture.ts';
import { type AccountsApp, createAccountsApp, newEmail } from './accounts-app.ts';

export const PUBLIC_URL = 'http://tours.test:3000';

interface OidcApp {
  provider: TestProvider;
  site: AccountsApp;
  /** Needed between many sign-ins, because all requests come from one IP. */
  resetRateLimits(): Promise<void>;
  close(): Promise<void>;
}

/** The application with a test OpenID provider in place of Google. */
async function createOidcApp(): Promise<OidcApp> {
  const provider = await startProvider(`${PUBLIC_URL}/api/auth/oauth/google/callback`);
  const site = await createAccountsApp({
    config: { publicUrl: PUBLIC_URL, google: { issuer: provider.issuer, ...CLIENT } },
  });
  return {
    provider,
    site,
    async resetRateLimits() {
      await site.db.deleteFrom('rate_limits').where('key', 'like', 'oauth:%').execute();
    },
    async close() {
      await site.close();
      await provider.close();
    },
  };
}

/** What `setUpOidcApp` prepares for each test of a file. */
export interface OidcTest extends OidcApp {
  /** A browser without cookies; the provider signs a new person in. */
  browser: TestBrowser;
}

/** Creates one app for the tests of a file, and a fresh browser for each; the returned object is filled in by hooks. */
export function setUpOidcApp(): OidcTest {
  const app = {} as OidcTest;
  beforeAll(async () => {
    Object.assign(app, await createOidcApp());
  });
  beforeEach(async () => {
    app.browser = new TestBrowser(app.site);
    app.provider.person = newPerson();
    await app.resetRateLimits();
  });
  afterAll(() => app.close());
  return app;
}

let subjects = 0;

/** A person with an account at the provider who is not a member. */
export function newPerson(changes: Partial<Person> = {}): Person {
  subjects += 1;
  const names = { name: 'Ada King Lovelace', given_name: 'Ada', family_name: 'Lovelace' };
  return { sub: `sub-${subjects}`, email: newEmail(), email_verified: true, ...names, ...changes };
}

/** The query parameters of the callback page. */
export function callbackParams({ location }: Redirect): {
  token: string;
  refreshToken: string;
  user: Pick<User, 'id' | 'name'>;
} {
  const value = (name: string) => location.searchParams.get(name) ?? '';
  const user = JSON.parse(Buffer.from(value('user'), 'base64').toString('utf8'));
  return { token: value('token'), refreshToken: value('refreshToken'), user };
}

/** Signs in with Google and exchanges the refresh token like the callback page. */
export async function signInWithGoogle(browser: TestBrowser, callback?: URL): Promise<Session> {
  const redirect = callback === undefined ? await browser.signIn() : await browser.visit(callback);
  const exchanged = await browser.exchange(callbackParams(redirect).refreshToken);
  if (exchanged.statusCode !== 200) throw new Error(`failed to sign in: ${exchanged.body}`);
  return exchanged.json<Session>();
}

/** Expects a redirect to the error page, with this sentence and without a session. */
export function expectRefusal(redirect: Redirect, sentence: RegExp | string): void {
  expect(redirect.status).toBe(302);
  expect(redirect.location.origin + redirect.location.pathname).toBe(`${PUBLIC_URL}/auth/error`);
  expect([...redirect.location.searchParams.keys()]).toEqual(['error_description']);
  expect(redirect.location.searchParams.get('error_description')).toMatch(sentence);
  expect(String(redirect.headers['set-cookie'] ?? '')).not.toContain('_proof');
}

export const EXPIRED = /^This sign in has expired, or it began in another browser\. Please try again\.$/;
export const INCOMPLETE = /^We could not complete the sign in process\. Please try again\.$/;
