import type { Db, Tx } from '../../database.ts';
import { subscriptionsOf } from './newsletter.ts';

/** What members have written to the site, and the letter that they get. It goes with them. */
export const leadsAsPersonalData = {
  async export(db: Db, memberId: string) {
    const leads = await db
      .selectFrom('leads')
      .select(['kind', 'email', 'details', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute();
    const letters = await subscriptionsOf(db, memberId)
      .select(['email', 'requested_at', 'confirmed_at'])
      .orderBy('requested_at')
      .execute();
    return {
      requests: leads.map(({ created_at, ...lead }) => ({ ...lead, createdAt: created_at })),
      newsletter: letters.map(({ email, requested_at, confirmed_at }) => ({
        email,
        requestedAt: requested_at,
        confirmedAt: confirmed_at,
      })),
    };
  },

  async erase(tx: Tx, memberId: string): Promise<void> {
    await tx.deleteFrom('leads').where('member_id', '=', memberId).execute();
    await tx
      .deleteFrom('newsletter_subscribers')
      .where('id', 'in', subscriptionsOf(tx, memberId).select('id'))
      .execute();
  },
};
