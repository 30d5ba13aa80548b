import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountsApp,
  cookieOf,
  createAccountsApp,
  PASSWORD,
} from '../../../../testing/apps/accounts-app.ts';

let site: AccountsApp;
beforeAll(async () => {
  site = await createAccountsApp();
});
afterAll(() => site.close());

const NEW_PASSWORD = 'a wide window over the bay';

/** Uses up what strangers may fail. */
async function lockOutStrangers(email: string): Promise<void> {
  await sql`
    INSERT INTO rate_limits (key, hits, resets_at) VALUES (${`login-account:${email}`}, 1000, now() + interval '1 hour')
    ON CONFLICT (key) DO UPDATE SET hits = 1000`.execute(site.db);
}

/** How the owner's sign-in is answered in a browser with this device cookie. */
const statusWith = async (email: string, cookie: string, password = NEW_PASSWORD) =>
  (await site.logIn(email, password, { headers: { cookie } })).statusCode;

describe('a browser that knows an account', () => {
  it('is a stranger once the password is another; the one that changed it is not', async () => {
    const { email, token, cookie } = await site.join();
    const elsewhere = cookieOf(await site.logIn(email, PASSWORD));
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const changed = await site.call('POST', 'password/change', { token, body, headers: { cookie } });
    expect(changed.statusCode).toBe(200);
    await lockOutStrangers(email);
    expect(await statusWith(email, elsewhere)).toBe(429);
    expect(await statusWith(email, cookie)).toBe(429);
    expect(await statusWith(email, cookieOf(changed))).toBe(200);
  });

  it('is a stranger once the account has lost its password', async () => {
    const { email, user, cookie } = await site.join();
    const members = site.db.updateTable('members').where('id', '=', user.id);
    const { password_hash } = await site.db
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    await members.set({ password_hash: null }).execute();
    await members.set({ password_hash }).execute();
    await lockOutStrangers(email);
    expect(await statusWith(email, cookie, PASSWORD)).toBe(429);
  });

  it('is known still after the cost of its hash has changed', async () => {
    const { email, user, cookie } = await site.join();
    await sql`
      SELECT renew_password_hash(id, password_hash, replace(password_hash, 't=1', 't=3'))
      FROM members WHERE id = ${user.id}`.execute(site.db);
    await site.db.updateTable('members').set({ first_name: 'Ada' }).where('id', '=', user.id).execute();
    await lockOutStrangers(email);
    // The changed hash fits no password; that it is looked at shows that the browser is known.
    expect(await statusWith(email, cookie, PASSWORD)).toBe(401);
  });

  it('shares what may fail with all that know it, however many there are', async () => {
    const { email, cookie } = await site.join();
    const other = cookieOf(await site.logIn(email, PASSWORD));
    expect(other).not.toBe(cookie);
    await lockOutStrangers(email);
    const inAnHour = new Date(Date.now() + 3_600_000);
    // One less than all may fail together.
    const spent = { key: `login-devices:${email}`, hits: 59, resets_at: inAnHour };
    await site.db.insertInto('rate_limits').values(spent).execute();
    expect(await statusWith(email, cookie, 'guess')).toBe(401);
    expect(await statusWith(email, other, PASSWORD)).toBe(429);
  });

  it('keeps its name from one sign-in to the next', async () => {
    const { email, cookie } = await site.join();
    const again = await site.logIn(email, PASSWORD, { headers: { cookie } });
    expect(again.json<Session>().user.email).toBe(email);
    expect(cookieOf(again)).toBe(cookie);
  });

  it('may know several accounts, of people who share it', async () => {
    const first = await site.join();
    let { cookie } = first;
    const others: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { email } = await site.join();
      cookie = cookieOf(await site.logIn(email, PASSWORD, { headers: { cookie } }));
      others.push(email);
    }
    for (const email of [first.email, ...others]) {
      await lockOutStrangers(email);
      expect(await statusWith(email, cookie, PASSWORD)).toBe(200);
    }
    // The oldest makes room for another.
    const { email } = await site.join();
    cookie = cookieOf(await site.logIn(email, PASSWORD, { headers: { cookie } }));
    expect(await statusWith(first.email, cookie, PASSWORD)).toBe(429);
    expect(await statusWith(others.at(-1) ?? '', cookie, PASSWORD)).toBe(200);
  });
});
