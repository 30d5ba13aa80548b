import type { Session } from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { MailJob } from '../../src/jobs/jobs.ts';
import { createTestApp, type RecordedJobs, recordJobs, type TestApp, type TestOverrides } from '../index.ts';

export const PASSWORD = 'a quiet corridor at noon';

export interface Call {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** The IP that the request comes from. */
  from?: string;
}

export interface AccountsApp extends TestApp {
  jobs: RecordedJobs;
  /** Mails that were asked for so far, of one kind. */
  mails(kind: MailJob['kind']): MailJob[];
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    call?: Call,
  ): Promise<LightMyRequestResponse>;
  /** A new member, signed in. */
  join(fields?: Record<string, unknown>, call?: Call): Promise<Session & { email: string; cookie: string }>;
  logIn(email: string, password: string, call?: Call): Promise<LightMyRequestResponse>;
}

let people = 0;
let addresses = 0;

/** An email that no member has yet. */
export function newEmail(): string {
  people += 1;
  return `person-${people}@example.org`;
}

/** An IP that has sent no request yet. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieOf(answer: LightMyRequestResponse): string {
  return String(answer.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
}

/** The real application with its own accounts; jobs are written down. */
export async function createAccountsApp(overrides: TestOverrides = {}): Promise<AccountsApp> {
  const jobs = recordJobs();
  const site = await createTestApp({ jobs, ...overrides });
  const call: AccountsApp['call'] = (method, path, { token, body, headers, from } = {}) =>
    site.app.inject({
      method,
      url: `/api/auth/${path}`,
      remoteAddress: from ?? newAddress(),
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  return {
    ...site,
    jobs,
    mails: (kind) => jobs.added.map(({ payload }) => payload).filter((mail) => mail.kind === kind),
    call,
    async join(fields = {}, options = {}) {
      const email = newEmail();
      const body = { email, password: PASSWORD, firstName: 'Anna', lastName: 'Berg', ...fields };
      const answer = await call('POST', 'signup', { ...options, body });
      if (answer.statusCode !== 200) throw new Error(`could not sign up: ${answer.body}`);
      return { ...answer.json<Session>(), email: body.email, cookie: cookieOf(answer) };
    },
    logIn: (email, password, options) => call('POST', 'login', { ...options, body: { email, password } }),
  };
}
