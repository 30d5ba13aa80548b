import type { Session } from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { MailJob } from '../../src/jobs/jobs.ts';
import { createTestApp, type RecordedJobs, recordJobs, type TestApp, type TestOverrides } from '../index.ts';

export const PASSWORD = 'a quiet corridor at noon';

export interface Call {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** The client's IP; a new one by default. */
  from?: string;
}

export interface AccountsApp extends TestApp {
  jobs: RecordedJobs;
  /** The queued mails of one kind. */
  mails(kind: MailJob['kind']): MailJob[];
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    call?: Call,
  ): Promise<LightMyRequestResponse>;
  /** Signs up a new member. */
  join(fields?: Record<string, unknown>, call?: Call): Promise<Session & { email: string; cookie: string }>;
  signIn(email: string, password: string, call?: Call): Promise<LightMyRequestResponse>;
}

let emails = 0;
let ips = 0;

/** An email that no member has yet. */
export function newEmail(): string {
  emails += 1;
  return `person-${emails}@example.org`;
}

/** An IP that has sent no request yet. */
export function newIp(): string {
  ips += 1;
  return `198.18.${ips >> 8}.${ips & 255}`;
}

/** The first cookie that a response sets, as a `Cookie` header. */
export function cookieOf(response: LightMyRequestResponse): string {
  return String(response.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
}

/** The real application with recorded jobs. */
export async function createAccountsApp(overrides: TestOverrides = {}): Promise<AccountsApp> {
  const jobs = recordJobs();
  const site = await createTestApp({ jobs, ...overrides });
  const call: AccountsApp['call'] = (method, path, { token, body, headers, from } = {}) =>
    site.app.inject({
      method,
      url: `/api/auth/${path}`,
      remoteAddress: from ?? newIp(),
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  return {
    ...site,
    jobs,
    mails: (kind) =>
      jobs.added.flatMap((job) => (job.name === 'mail' && job.payload.kind === kind ? [job.payload] : [])),
    call,
    async join(fields = {}, options = {}) {
      const email = newEmail();
      const body = { email, password: PASSWORD, firstName: 'Anna', lastName: 'Berg', ...fields };
      const response = await call('POST', 'signup', { ...options, body });
      if (response.statusCode !== 200) throw new Error(`failed to sign up: ${response.body}`);
      return { ...response.json<Session>(), email: body.email, cookie: cookieOf(response) };
    },
    signIn: (email, password, options) => call('POST', 'login', { ...options, body: { email, password } }),
  };
}
