import type { Db, Tx } from '../../database.ts';

/** Events that name a member. They go with them. */
export const analyticsAsPersonalData = {
  async export(db: Db, memberId: string) {
    const events = await db
      .selectFrom('analytics_events')
      .select([
        'happened_at',
        'page_name',
        'event_type',
        'browser',
        'user_agent',
        'device',
        'referrer',
        'meta',
      ])
      .where('member_id', '=', memberId)
      .orderBy('happened_at')
      .execute();
    return { analytics: events.map(({ happened_at, ...event }) => ({ ...event, happenedAt: happened_at })) };
  },

  async erase(tx: Tx, memberId: string): Promise<void> {
    await tx.deleteFrom('analytics_events').where('member_id', '=', memberId).execute();
  },
};
