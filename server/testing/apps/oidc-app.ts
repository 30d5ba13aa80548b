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
  /** All requests come from one IP. */
  forgetLimits(): Promise<void>;
  close(): Promise<void>;
}

/** The application with a real OpenID provider in Google's place. */
async function createOidcApp(): Promise<OidcApp> {
  const provider = await startProvider(`${PUBLIC_URL}/api/auth/oauth/google/callback`);
  const site = await createAccountsApp({
    config: { publicUrl: PUBLIC_URL, google: { issuer: provider.issuer, ...CLIENT } },
  });
  return {
    provider,
    site,
    async forgetLimits() {
      await site.db.deleteFrom('rate_limits').where('key', 'like', 'oauth:%').execute();
    },
    async close() {
      await site.close();
      await provider.close();
    },
  };
}

/** What each test of a file finds ready. */
export interface OidcTest extends OidcApp {
  /** A browser that has visited nothing yet; the provider sees a new person in it. */
  browser: TestBrowser;
}

/** Creates one app for the tests of a file, and a fresh browser for each; the returned object is filled in by hooks. */
export function setUpOidcApp(): OidcTest {
  const ready = {} as OidcTest;
  beforeAll(async () => {
    Object.assign(ready, await createOidcApp());
  });
  beforeEach(async () => {
    ready.browser = new TestBrowser(ready.site);
    ready.provider.person = newPerson();
    await ready.forgetLimits();
  });
  afterAll(() => ready.close());
  return ready;
}

let subjects = 0;

/** A person with an account at the provider and none here. */
export function newPerson(changes: Partial<Person> = {}): Person {
  subjects += 1;
  const names = { name: 'Ada King Lovelace', given_name: 'Ada', family_name: 'Lovelace' };
  return { sub: `sub-${subjects}`, email: newEmail(), email_verified: true, ...names, ...changes };
}

/** What the address of the callback page carries. */
export function carriedBy({ location }: Redirect): {
  token: string;
  refreshToken: string;
  user: Pick<User, 'id' | 'name'>;
} {
  const value = (name: string) => location.searchParams.get(name) ?? '';
  const user = JSON.parse(Buffer.from(value('user'), 'base64').toString('utf8'));
  return { token: value('token'), refreshToken: value('refreshToken'), user };
}

/** Signs in and does what the callback page does. */
export async function signInBy(browser: TestBrowser, callback?: URL): Promise<Session> {
  const end = callback === undefined ? await browser.signIn() : await browser.visit(callback);
  const exchanged = await browser.exchange(carriedBy(end).refreshToken);
  if (exchanged.statusCode !== 200) throw new Error(`could not sign in: ${exchanged.body}`);
  return exchanged.json<Session>();
}

/** No session began, and the visitor reads a sentence that names no cause. */
export function expectRefusal(answer: Redirect, sentence: RegExp | string): void {
  expect(answer.status).toBe(302);
  expect(answer.location.origin + answer.location.pathname).toBe(`${PUBLIC_URL}/auth/error`);
  expect([...answer.location.searchParams.keys()]).toEqual(['error_description']);
  expect(answer.location.searchParams.get('error_description')).toMatch(sentence);
  expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('_proof');
}

export const EXPIRED = /^This sign in has expired, or it began in another browser\. Please try again\.$/;
export const INCOMPLETE = /^We could not complete the sign in process\. Please try again\.$/;
