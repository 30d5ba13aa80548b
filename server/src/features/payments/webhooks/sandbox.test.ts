import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createShop, type Member, type Shop } from '../../../../testing/apps/payments-app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(async () => {
  await shop.switches({});
  expect(await shop.wrongs()).toEqual([]);
});
afterAll(() => shop.close());

describe("the sandbox's own webhooks", { timeout: 40_000 }, () => {
  const arrives = (member: Member, tokens: number) =>
    vi.waitUntil(async () => (await shop.balance(member)) === tokens, { timeout: 20_000, interval: 100 });

  it.each(['on', 'twice', 'reversed'] as const)(
    'credit once when they are %s, and take back after a refund',
    async (webhooks) => {
      await shop.switches({ webhooks });
      const member = await shop.member();
      const paid = await shop.pay(await shop.order(member));
      await arrives(member, 500);
      expect((await shop.verify(member, paid)).body).toMatchObject({ status: 'success', tokensAdded: 500 });
      await shop.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, {});
      await arrives(member, 0);
      await vi.waitUntil(
        async () =>
          (
            await shop.db
              .selectFrom('razorpay_sandbox.webhooks')
              .select('id')
              .where('delivered_at', 'is', null)
              .execute()
          ).length === 0,
        { timeout: 20_000, interval: 100 },
      );
      expect(await shop.balance(member)).toBe(0);
    },
  );
});
