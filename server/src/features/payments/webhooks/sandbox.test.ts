import { describe, expect, it, vi } from 'vitest';
import type { Member } from '../../../../testing/apps/payments-app.ts';
import { usePaymentsApp } from '../../../../testing/use-app.ts';

const testApp = usePaymentsApp();

describe("the sandbox's own webhooks", { timeout: 40_000 }, () => {
  const arrives = (member: Member, tokens: number) =>
    vi.waitUntil(async () => (await testApp.balance(member)) === tokens, { timeout: 20_000, interval: 100 });

  it.each(['on', 'twice', 'reversed'] as const)(
    'credit once when they are %s, and take back after a refund',
    async (webhooks) => {
      await testApp.switches({ webhooks });
      const member = await testApp.member();
      const paid = await testApp.pay(await testApp.order(member));
      await arrives(member, 500);
      expect((await testApp.verify(member, paid)).body).toMatchObject({
        status: 'success',
        tokensAdded: 500,
      });
      await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, {});
      await arrives(member, 0);
      await vi.waitUntil(
        async () =>
          (
            await testApp.db
              .selectFrom('razorpay_sandbox.webhooks')
              .select('id')
              .where('delivered_at', 'is', null)
              .execute()
          ).length === 0,
        { timeout: 20_000, interval: 100 },
      );
      expect(await testApp.balance(member)).toBe(0);
    },
  );
});
