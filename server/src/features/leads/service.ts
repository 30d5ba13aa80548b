import type { HelpLead } from '@oriel/contract';
import { type Db, inTransaction } from '../../database.ts';
import type { Jobs } from '../../jobs.ts';

/**
 * Stores a request and has it mailed to the site. What fills in the field that people do not see is a machine: it gets
 * the same answer and nothing is stored.
 *
 * @param memberId who sends it, by their session; null for a visitor
 */
export async function createLead(
  { db, jobs }: { db: Db; jobs: Jobs },
  { website, kind, email, ...details }: HelpLead,
  memberId: string | null,
): Promise<void> {
  if (website) return;
  await inTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('leads')
      .values({ kind, email, member_id: memberId, details: JSON.stringify(details) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await jobs.add(tx, 'mail', { kind: 'lead', leadId: id });
  });
}
