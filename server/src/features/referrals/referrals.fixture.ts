import type { Session, visitReferral } from '@oriel/contract';
import type { z } from 'zod';
import type { WalletApp } from '../../../testing/apps/wallet-app.ts';
import { race } from '../../../testing/index.ts';
import { inTransaction } from '../../database/database.ts';
import { issueLinkSecret } from '../accounts/codes/secrets.ts';
import { createAccounts } from '../accounts/context.ts';
import { insertOrder } from '../payments/orders/store.ts';
import { createReferrals } from './service.ts';

type Visit = z.infer<typeof visitReferral.response>['referral'];

/**
 * What tests of referrals do on a site.
 *
 * @param siteOf the site, which is there only once the tests have begun
 */
export function referralSteps(siteOf: () => WalletApp) {
  return {
    visit: (referralCode: unknown) =>
      siteOf().send<{ referral: Visit }>('POST', '/api/referrals/visit', { body: { referralCode } }),

    async holds(session: Session): Promise<[bonus: number, referral: number, total: number]> {
      const { bonusBalance, referralBalance, totalBalance } = (await siteOf().summary(session)).wallet;
      return [bonusBalance, referralBalance, totalBalance];
    },

    /** Follows the link of the mail that a newcomer gets, so many times at once. */
    async verify(session: Session, atOnce = 1): Promise<number[]> {
      const { db, config, app, jobs, call } = siteOf();
      const accounts = createAccounts({ db, config, log: app.log, jobs });
      const token = await inTransaction(db, (tx) =>
        issueLinkSecret(tx, accounts, 'verify-token', session.user.email),
      );
      const answers = await race(atOnce, () =>
        call('POST', 'email/verify', { body: { token }, token: session.token }),
      );
      return answers.map(({ statusCode }) => statusCode);
    },

    /** What the payments feature tells of a paid order, here without one. @param orderedAt by default now */
    async buyTier(session: Session, orderedAt?: Date): Promise<void> {
      const { db, app, config } = siteOf();
      const plan = await db
        .selectFrom('plans')
        .selectAll()
        .where('id', '=', 'plus')
        .executeTakeFirstOrThrow();
      const order = await insertOrder(db, session.user.id, plan, 0);
      await inTransaction(db, (tx) =>
        createReferrals(config, app.log).onTierBought(tx, {
          memberId: session.user.id,
          orderId: order.id,
          orderedAt: orderedAt ?? order.created_at,
        }),
      );
    },
  };
}
