import type { Session } from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { Mail } from '../../src/gateways/mail.ts';
import { createTestApp, type TestApp, type TestOverrides } from '../index.ts';
import { newAddress, newEmail, PASSWORD } from './accounts-app.ts';

export interface MailingApp extends TestApp {
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** A new member, signed in; the mails of signing up are done with unless they are wanted. */
  join(): Promise<Session & { email: string; welcome: Mail }>;
  /** Asks for a code and reads it in the mail that comes. */
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

/** The address behind the link in a mail, and the token in it. */
export function linkIn(mail: Mail | undefined): { url: string; token: string } {
  const [url, token] = /https?:\S+#(?:reset|token)=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  if (url === undefined || token === undefined)
    throw new Error(`there is no link in the mail: ${mail?.text}`);
  return { url, token };
}

/** What a browser sends with calls of a page, beside its cookies. */
export const BROWSER = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf(answer: LightMyRequestResponse): string {
  const lines = [answer.headers['set-cookie'] ?? []].flat();
  return lines.map((line) => line.split(';', 1)[0]).join('; ');
}

/** Another code than this one. */
export const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');

/** The real application with its real jobs; every call comes from another address. */
export async function createMailingApp(overrides: TestOverrides = {}): Promise<MailingApp> {
  const site = await createTestApp(overrides);
  const post: MailingApp['post'] = (path, body, headers = {}) =>
    site.app.inject({
      method: 'POST',
      url: path,
      payload: body as object,
      headers,
      remoteAddress: newAddress(),
    });
  return {
    ...site,
    post,
    async join() {
      const email = newEmail();
      const answer = await post('/api/auth/signup', { email, password: PASSWORD, firstName: 'Anna' });
      const welcome = (await site.doJobs()).find((mail) => mail.to === email);
      if (answer.statusCode !== 200 || welcome === undefined)
        throw new Error(`could not join: ${answer.body}`);
      return { ...answer.json<Session>(), email, welcome };
    },
    async codeFor(email, purpose) {
      const answer = await post('/api/auth/otp/request', { channel: 'email', email, purpose });
      if (answer.statusCode !== 200) throw new Error(`no code was sent: ${answer.body}`);
      return codeIn((await site.doJobs()).find(({ to, text }) => to === email && CODE.test(text)));
    },
    verify: (email, code, purpose = 'login') =>
      post('/api/auth/otp/verify', { channel: 'email', email, purpose, code }),
  };
}
