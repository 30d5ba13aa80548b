import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

/** The movements of a member's tokens, for their export. They stay when a member leaves: accounts must still add up. */
export const walletAsPersonalData = {
  async export(db: Db, memberId: string) {
    const movements = await db
      .selectFrom('ledger_transactions as moved')
      .innerJoin('ledger_entries as entry', (join) =>
        join.onRef('entry.transaction_id', '=', 'moved.id').on('entry.account', '=', 'member'),
      )
      .select([
        'moved.kind',
        // References of referrals name other members, who are not part of this export.
        sql<string>`CASE WHEN moved.reference LIKE 'referral-%' THEN split_part(moved.reference, ':', 1)
          ELSE moved.reference END`.as('reference'),
        'moved.created_at',
        sql<number>`sum(entry.amount)::bigint`.as('tokens'),
      ])
      .where('moved.member_id', '=', memberId)
      .groupBy('moved.id')
      .orderBy('moved.id')
      .execute();
    return { movements: movements.map(({ created_at, ...moved }) => ({ ...moved, createdAt: created_at })) };
  },
};
