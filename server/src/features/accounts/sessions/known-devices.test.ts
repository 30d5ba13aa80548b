import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { cookieOf, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';

const site = useAccountsApp();

const NEW_PASSWORD = 'a wide window over the bay';

/** Uses up the limit of unknown devices. */
async function lockOutUnknownDevices(email: string): Promise<void> {
  await sql`
    INSERT INTO rate_limits (key, hits, resets_at) VALUES (${`login-account:${email}`}, 1000, now() + interval '1 hour')
    ON CONFLICT (key) DO UPDATE SET hits = 1000`.execute(site.db);
}

/** The status of the owner's sign-in in a browser with this device cookie. */
const statusWith = async (email: string, cookie: string, password = NEW_PASSWORD) =>
  (await site.signIn(email, password, { headers: { cookie } })).statusCode;

describe('a known device', () => {
  it('is unknown after a change of password, except the one that changed it', async () => {
    const { email, token, cookie } = await site.join();
    const elsewhere = cookieOf(await site.signIn(email, PASSWORD));
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const changed = await site.call('POST', 'password/change', { token, body, headers: { cookie } });
    expect(changed.statusCode).toBe(200);
    await lockOutUnknownDevices(email);
    expect(await statusWith(email, elsewhere)).toBe(429);
    expect(await statusWith(email, cookie)).toBe(429);
    expect(await statusWith(email, cookieOf(changed))).toBe(200);
  });

  it('is unknown after the account has lost its password', async () => {
    const { email, user, cookie } = await site.join();
    const members = site.db.updateTable('members').where('id', '=', user.id);
    const { password_hash } = await site.db
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    await members.set({ password_hash: null }).execute();
    await members.set({ password_hash }).execute();
    await lockOutUnknownDevices(email);
    expect(await statusWith(email, cookie, PASSWORD)).toBe(429);
  });

  it('is still known after the cost of its hash has changed', async () => {
    const { email, user, cookie } = await site.join();
    await sql`
      SELECT renew_password_hash(id, password_hash, replace(password_hash, 't=1', 't=3'))
      FROM members WHERE id = ${user.id}`.execute(site.db);
    await site.db.updateTable('members').set({ first_name: 'Ada' }).where('id', '=', user.id).execute();
    await lockOutUnknownDevices(email);
    // The changed hash matches no password; a 401 rather than 429 shows that the device is known.
    expect(await statusWith(email, cookie, PASSWORD)).toBe(401);
  });

  it('shares a limit with all known devices of the account', async () => {
    const { email, cookie } = await site.join();
    const other = cookieOf(await site.signIn(email, PASSWORD));
    expect(other).not.toBe(cookie);
    await lockOutUnknownDevices(email);
    const inAnHour = new Date(Date.now() + 3_600_000);
    // One below the shared limit.
    const used = { key: `login-devices:${email}`, hits: 59, resets_at: inAnHour };
    await site.db.insertInto('rate_limits').values(used).execute();
    expect(await statusWith(email, cookie, 'wrong')).toBe(401);
    expect(await statusWith(email, other, PASSWORD)).toBe(429);
  });

  it('keeps its id from one sign-in to the next', async () => {
    const { email, cookie } = await site.join();
    const again = await site.signIn(email, PASSWORD, { headers: { cookie } });
    expect(again.json<Session>().user.email).toBe(email);
    expect(cookieOf(again)).toBe(cookie);
  });

  it('may belong to several accounts', async () => {
    const first = await site.join();
    let { cookie } = first;
    const others: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { email } = await site.join();
      cookie = cookieOf(await site.signIn(email, PASSWORD, { headers: { cookie } }));
      others.push(email);
    }
    for (const email of [first.email, ...others]) {
      await lockOutUnknownDevices(email);
      expect(await statusWith(email, cookie, PASSWORD)).toBe(200);
    }
    // A fifth account replaces the oldest.
    const { email } = await site.join();
    cookie = cookieOf(await site.signIn(email, PASSWORD, { headers: { cookie } }));
    expect(await statusWith(first.email, cookie, PASSWORD)).toBe(429);
    expect(await statusWith(others.at(-1) ?? '', cookie, PASSWORD)).toBe(200);
  });
});
