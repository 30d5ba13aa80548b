import { hashSync } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { HASH_COST } from '../../../config/hash-cost.ts';

const site = useAccountsApp({ config: { accounts: { hashCost: HASH_COST } } });

describe('signing in with a hash of another cost', () => {
  const old = () => hashSync(PASSWORD, { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 });
  const store = (id: string) =>
    site.db.updateTable('members').set({ password_hash: old() }).where('id', '=', id).execute();
  const stored = async (id: string) => {
    const query = site.db.selectFrom('members').select('password_hash').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).password_hash;
  };
  const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

  it('renews it once, and not for a wrong password', async () => {
    const { email, user } = await site.join();
    await store(user.id);
    const before = await stored(user.id);
    expect((await site.signIn(email, 'not the password')).statusCode).toBe(401);
    expect(await stored(user.id)).toBe(before);
    expect((await site.signIn(email, PASSWORD)).statusCode).toBe(200);
    const renewed = await stored(user.id);
    expect(renewed).toMatch(CURRENT);
    expect((await site.signIn(email, PASSWORD)).statusCode).toBe(200);
    expect(await stored(user.id)).toBe(renewed);
  });

  it('accepts parallel sign-ins', async () => {
    const { email, user } = await site.join();
    await store(user.id);
    const responses = await Promise.all(Array.from({ length: 8 }, () => site.signIn(email, PASSWORD)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(await stored(user.id)).toMatch(CURRENT);
  });

  it('never overwrites a new password with the old one', async () => {
    const newPassword = 'a loud corridor at midnight';
    for (let round = 0; round < 5; round += 1) {
      const { email, user, token } = await site.join();
      await store(user.id);
      const change = site.call('POST', 'password/change', {
        token,
        body: { currentPassword: PASSWORD, newPassword },
      });
      const [changed] = await Promise.all([
        change,
        site.signIn(email, PASSWORD),
        site.signIn(email, PASSWORD),
      ]);
      const [works, fails] = changed.statusCode === 200 ? [newPassword, PASSWORD] : [PASSWORD, newPassword];
      expect((await site.signIn(email, works)).statusCode).toBe(200);
      expect((await site.signIn(email, fails)).statusCode).toBe(401);
    }
  });
});
