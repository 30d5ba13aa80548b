import type { Db, Tx } from '../../database/database.ts';
import { subscriptionsOf } from './newsletter.ts';

/** What a member wrote: signed in, and as a guest from the address that they have shown to be theirs. */
const leadsOf = (db: Db | Tx, memberId: string) =>
  db
    .selectFrom('leads')
    .where(({ eb, or, and, selectFrom }) =>
      or([
        eb('member_id', '=', memberId),
        and([
          eb('member_id', 'is', null),
          eb(
            'email',
            'in',
            selectFrom('members')
              .select('members.email')
              .where('members.id', '=', memberId)
              .where('members.email_verified_at', 'is not', null)
              .$narrowType<{ email: string }>(),
          ),
        ]),
      ]),
    );

/** What members have written to the site, and the letter that they get. It goes with them. */
export const leadsAsPersonalData = {
  async export(db: Db, memberId: string) {
    const leads = await leadsOf(db, memberId)
      .select(['kind', 'email', 'details', 'created_at'])
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
    await tx.deleteFrom('leads').where('id', 'in', leadsOf(tx, memberId).select('id')).execute();
    await tx
      .deleteFrom('newsletter_subscribers')
      .where('id', 'in', subscriptionsOf(tx, memberId).select('id'))
      .execute();
  },
};
