import type { Db, Tx } from '../../database.ts';

/** What members have written to the site. It goes with them. */
export const leadsAsPersonalData = {
  async export(db: Db, memberId: string) {
    const leads = await db
      .selectFrom('leads')
      .select(['kind', 'email', 'details', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute();
    return { requests: leads.map(({ created_at, ...lead }) => ({ ...lead, createdAt: created_at })) };
  },

  async erase(tx: Tx, memberId: string): Promise<void> {
    await tx.deleteFrom('leads').where('member_id', '=', memberId).execute();
  },
};
