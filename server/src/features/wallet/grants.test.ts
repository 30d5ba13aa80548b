import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createFundedWallet, expectSoundLedger } from '../../../testing/apps/wallet-app.ts';
import { inTransaction } from '../../database/database.ts';
import { grantTokens, readWallet, reversePurchase } from './service.ts';

const funded = createFundedWallet();

describe('grants and reversals', () => {
  const grantOnce = (reference: string) =>
    inTransaction(funded.site.db, (tx) =>
      grantTokens(tx, { memberId: funded.memberId, kind: 'bonus', tokens: 40, validityDays: 10, reference }),
    );

  it('a cause gives once, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => grantOnce('manual:test:one-cause')));
    expect(answers.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await readWallet(funded.site.db, funded.memberId)).toEqual({
      totalBalance: 140,
      bonusBalance: 40,
      referralBalance: 0,
      topupBalance: 100,
    });
    await expectSoundLedger(funded.site.db);
  });

  it('lasts for its days', async () => {
    const id = (await grantOnce('manual:test:ten-days')) ?? 0;
    const lot = await funded.site.db
      .selectFrom('wallet_lots')
      .select('expires_at')
      .where('transaction_id', '=', id)
      .executeTakeFirstOrThrow();
    const days = (lot.expires_at.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(9.99);
    expect(days).toBeLessThan(10.01);
  });

  it('nothing is given where the transaction fails afterwards', async () => {
    await expect(
      inTransaction(funded.site.db, async (tx) => {
        await grantTokens(tx, {
          memberId: funded.memberId,
          kind: 'bonus',
          tokens: 40,
          validityDays: 10,
          reference: 'manual:test:broken-off',
        });
        throw new Error('afterwards');
      }),
    ).rejects.toThrow('afterwards');
    expect((await readWallet(funded.site.db, funded.memberId)).totalBalance).toBe(100);
    expect(await grantOnce('manual:test:broken-off')).toBeTypeOf('number');
  });

  it('a reversal takes what is left, once, and a retry answers the same', async () => {
    await sql`SELECT unlock_experience(${funded.memberId}, 7, 30)`.execute(funded.site.db);
    const reverse = (tokens: number, reference: string) =>
      inTransaction(funded.site.db, (tx) =>
        reversePurchase(tx, { transactionId: funded.transactionId, tokens, reference }),
      );
    const parallel = await Promise.all(Array.from({ length: 16 }, () => reverse(50, 'manual:test:refund-1')));
    expect(new Set(parallel)).toEqual(new Set([50]));
    expect((await readWallet(funded.site.db, funded.memberId)).totalBalance).toBe(20);
    expect(await reverse(100, 'manual:test:refund-2')).toBe(20);
    expect(await reverse(100, 'manual:test:refund-3')).toBe(0);
    expect((await readWallet(funded.site.db, funded.memberId)).totalBalance).toBe(0);
    await expectSoundLedger(funded.site.db);
  });
});
