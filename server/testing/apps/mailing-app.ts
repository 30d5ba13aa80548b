import type { Session } from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { Mail } from '../../src/gateways/mail.ts';
import { createTestApp, type TestApp, type TestOverrides } from '../index.ts';
import { newEmail, newIp, PASSWORD } from './accounts-app.ts';

export interface MailingApp extends TestApp {
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Signs up a new member and sends their mails. */
  join(): Promise<Session & { email: string; welcome: Mail }>;
  /** Requests a code and reads it from the mail. */
  codeFor(email: string, purpose: 'login' | 'password-reset'): Promise<string>;
  verify(email: string, code: string, purpose?: 'login' | 'password-reset'): Promise<LightMyRequestResponse>;
}

const CODE = /^ {4}(\d{6})$/m;

/** The code in a mail. */
export function codeIn(mail: Mail | undefined): string {
  const code = CODE.exec(mail?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`there is no code in the mail: ${mail?.text}`);
  return code;
}

/** The URL of the link in a mail, and the secret in it. */
export function linkIn(mail: Mail | undefined): { url: string; token: string } {
  const [url, token] = /https?:\S+#(?:reset|token)=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  if (url === undefined || token === undefined)
    throw new Error(`there is no link in the mail: ${mail?.text}`);
  return { url, token };
}

/** Headers that a browser adds to requests of a page, besides cookies. */
export const BROWSER = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

/** The cookies that a response sets, as a `Cookie` header. */
export function cookiesOf(response: LightMyRequestResponse): string {
  const lines = [response.headers['set-cookie'] ?? []].flat();
  return lines.map((line) => line.split(';', 1)[0]).join('; ');
}

/** A code that differs from this one. */
export const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');

/** The real application with its real jobs; each request has a new IP. */
export async function createMailingApp(overrides: TestOverrides = {}): Promise<MailingApp> {
  const site = await createTestApp(overrides);
  const post: MailingApp['post'] = (path, body, headers = {}) =>
    site.app.inject({
      method: 'POST',
      url: path,
      payload: body as object,
      headers,
      remoteAddress: newIp(),
    });
  return {
    ...site,
    post,
    async join() {
      const email = newEmail();
      const response = await post('/api/auth/signup', { email, password: PASSWORD, firstName: 'Anna' });
      const welcome = (await site.doJobs()).find((mail) => mail.to === email);
      if (response.statusCode !== 200 || welcome === undefined)
        throw new Error(`failed to sign up: ${response.body}`);
      return { ...response.json<Session>(), email, welcome };
    },
    async codeFor(email, purpose) {
      const response = await post('/api/auth/otp/request', { channel: 'email', email, purpose });
      if (response.statusCode !== 200) throw new Error(`no code was sent: ${response.body}`);
      return codeIn((await site.doJobs()).find(({ to, text }) => to === email && CODE.test(text)));
    },
    verify: (email, code, purpose = 'login') =>
      post('/api/auth/otp/verify', { channel: 'email', email, purpose, code }),
  };
}
