import { Writable } from 'node:stream';
import type { Session } from '@oriel/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp, newEmail } from '../../../testing/apps/accounts-app.ts';
import { createLog } from '../../log.ts';

let logged = '';
let site: AccountsApp;
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  site = await createAccountsApp({ log: createLog('trace', destination) });
});
afterAll(() => site.close());

it('X8 P4 the log of all account endpoints contains no password, code or token', async () => {
  const secrets = new Set<string>();
  const secret = (text: string) => {
    secrets.add(text);
    return text;
  };
  const rememberTokens = (session: Session) => {
    for (const token of [session.token, session.refreshToken]) {
      secret(token);
      secret(token.split('.').at(-1) ?? '');
    }
    return session;
  };
  const password = secret('hunter-of-corridors-1');
  const newPassword = secret('hunter-of-corridors-2');
  const wrong = secret('hunter-of-nothing');
  const code = secret('918273');
  const email = newEmail();

  const joined = rememberTokens(await site.join({ email, password }));
  const again = rememberTokens((await site.signIn(email, password)).json<Session>());
  await site.signIn(email, wrong);
  await site.call('POST', 'login', { body: { email, password: { wrong } } });
  await site.call('POST', 'login', { body: `{"email":"${email}","password":"${wrong}` });
  await site.call('POST', 'signup', { body: { email, password: wrong, firstName: 'A' } });
  const body = { refreshToken: again.refreshToken };
  rememberTokens((await site.call('POST', 'token/refresh', { body })).json<Session>());
  await site.db
    .updateTable('member_sessions')
    .set({ rotated_at: new Date(0) })
    .execute();
  await site.call('POST', 'token/refresh', { body });
  await site.call('GET', `me?token=${joined.token}&refreshToken=${joined.refreshToken}`, {
    token: `${joined.token}x`,
  });
  await site.call('GET', 'me', { token: joined.token });
  await site.call('GET', `no-such-call?code=${code}&password=${password}`);
  await site.call('POST', 'password/change', {
    token: joined.token,
    body: { currentPassword: password, newPassword },
  });
  await site.call('DELETE', 'me', { token: joined.token, body: { code } });
  await site.call('GET', 'me', { token: joined.token });
  // Also in internal errors.
  await site.db.schema.alterTable('members').renameTo('missing').execute();
  expect((await site.signIn(email, password)).statusCode).toBe(500);
  await site.db.schema.alterTable('missing').renameTo('members').execute();
  await site.call('DELETE', 'me', { token: joined.token, body: { password: newPassword } });

  expect(logged).toContain('"url":"/api/auth/login"');
  expect(logged).toContain('refresh token reused; session ended');
  expect(logged).toContain('"url":"/api/auth/me"');
  for (const text of secrets) expect(logged.includes(text), text).toBe(false);
  expect(logged).not.toMatch(/argon2id|eyJ[\w-]+\./);
});
