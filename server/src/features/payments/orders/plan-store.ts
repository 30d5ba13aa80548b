import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../database/database.ts';
import type { PaymentTables } from '../tables.ts';

export type PlanRow = Selectable<PaymentTables['plans']>;

/** Inserts the plans that do not exist yet. */
export async function insertPlans(db: Db, plans: Insertable<PaymentTables['plans']>[]): Promise<void> {
  await db
    .insertInto('plans')
    .values(plans)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** A plan that can be bought now. */
export async function findPlan(db: Db, id: string): Promise<PlanRow | undefined> {
  return db
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .where('is_offered', '=', true)
    .executeTakeFirst();
}

/** The plans that can be bought, in the order in which they are shown. */
export async function findOfferedPlans(db: Db): Promise<PlanRow[]> {
  return db
    .selectFrom('plans')
    .selectAll()
    .where('is_offered', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
}
