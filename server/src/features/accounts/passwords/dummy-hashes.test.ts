import { hashSync } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { HASH_COST } from '../../../config/hash-cost.ts';
import { createTokens } from '../sessions/jwt.ts';
import { DummyHashes } from './dummy-hashes.ts';

const site = useAccountsApp({ config: { accounts: { hashCost: HASH_COST } } });

const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const OLD = /^\$argon2id\$v=19\$m=8192,t=1,p=1\$/;

it('unknown emails get the costs of the stored hashes in their shares, each always the same', async () => {
  const members = [await site.join(), await site.join(), await site.join(), await site.join()];
  const dummyHashes = new DummyHashes(createTokens(site.config), HASH_COST);
  const emails = Array.from({ length: 1_000 }, newEmail);
  const costs = async () => {
    await dummyHashes.refreshShares(site.db);
    return emails.map((email) => dummyHashes.hashFor(email));
  };
  expect((await costs()).every((hash) => CURRENT.test(hash))).toBe(true);

  const [old] = members;
  const password_hash = hashSync(PASSWORD, { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 });
  await site.db
    .updateTable('members')
    .set({ password_hash })
    .where('id', '=', old?.user.id ?? '')
    .execute();
  const mixed = await costs();
  const share = mixed.filter((hash) => OLD.test(hash)).length / mixed.length;
  expect(mixed.every((hash) => OLD.test(hash) || CURRENT.test(hash))).toBe(true);
  // A quarter, like the members.
  expect(share).toBeGreaterThan(0.18);
  expect(share).toBeLessThan(0.32);
  expect(await costs()).toEqual(mixed);

  // Signing in renews the last old hash.
  expect((await site.signIn(old?.email ?? '', PASSWORD)).statusCode).toBe(200);
  expect((await costs()).every((hash) => CURRENT.test(hash))).toBe(true);
});

it('no password matches a dummy hash', async () => {
  const dummyHashes = new DummyHashes(createTokens(site.config), HASH_COST);
  for (const password of ['', PASSWORD, 'A'.repeat(43)]) {
    const response = await site.signIn(newEmail(), password || ' ');
    expect(response.statusCode).toBe(401);
  }
  expect(dummyHashes.hashFor(newEmail())).toMatch(CURRENT);
});
