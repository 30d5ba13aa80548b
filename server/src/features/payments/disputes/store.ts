import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { GatewayDispute } from '../../../gateways/card-payments.ts';
import type { DisputeStatus, PaymentTables } from '../tables.ts';

type DisputeRow = Selectable<PaymentTables['disputes']>;

const OPEN: readonly DisputeStatus[] = ['open', 'under_review'];

/** Whether a dispute in this state may still be won or lost. */
export const isOpen = (status: DisputeStatus): boolean => OPEN.includes(status);

export async function findDispute(tx: Tx, id: string): Promise<DisputeRow | undefined> {
  return tx.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Inserts a dispute as open, whatever its status. */
export async function insertDispute(
  tx: Tx,
  { id, paymentId, amount, currency, phase }: GatewayDispute,
): Promise<void> {
  await tx
    .insertInto('disputes')
    .values({ id, payment_id: paymentId, amount, currency, phase, status: 'open' })
    .execute();
}

/** @param tokensHeld undefined leaves the number as it is */
export async function updateDispute(
  tx: Tx,
  { id, amount, phase, status }: GatewayDispute,
  tokensHeld?: number,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({
      amount,
      phase,
      status,
      updated_at: new Date(),
      ...(tokensHeld === undefined ? {} : { tokens_held: tokensHeld }),
    })
    .where('id', '=', id)
    .execute();
}

/** The number of tokens that are held for a dispute. */
export async function readHeld(tx: Tx, disputeId: string): Promise<number> {
  const { tokens_held } = await tx
    .selectFrom('disputes')
    .select('tokens_held')
    .where('id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return tokens_held;
}

export async function setHeld(tx: Tx, disputeId: string, tokens: number): Promise<void> {
  await tx.updateTable('disputes').set({ tokens_held: tokens }).where('id', '=', disputeId).execute();
}

/** The open disputes of a payment, the oldest first, with what of the payment was refunded. */
export async function findOpenDisputes(
  tx: Tx,
  paymentId: string,
): Promise<(Pick<DisputeRow, 'id' | 'amount' | 'phase' | 'tokens_held'> & { refunded: number })[]> {
  return tx
    .selectFrom('disputes as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .select(['d.id', 'd.amount', 'd.phase', 'd.tokens_held', 'p.refunded'])
    .where('d.payment_id', '=', paymentId)
    .where('d.status', 'in', OPEN)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute();
}

/** Locks the disputes that tokens of a payment are held for: the one with the id `first`, then the oldest first. */
export async function lockHolds(
  tx: Tx,
  paymentId: string,
  first: string,
): Promise<Pick<DisputeRow, 'id' | 'tokens_held'>[]> {
  return tx
    .selectFrom('disputes')
    .select(['id', 'tokens_held'])
    .where('tokens_held', '>', 0)
    .where('payment_id', '=', paymentId)
    .orderBy((eb) => eb('id', '=', first), 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The ids of all open disputes. */
export async function listOpenDisputeIds(db: Db): Promise<string[]> {
  const open = await db.selectFrom('disputes').select('id').where('status', 'in', OPEN).execute();
  return open.map(({ id }) => id);
}

/** The number of a member's tokens that are held for disputes. */
export async function readHeldTokens(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    SELECT coalesce(sum(d.tokens_held), 0)::bigint AS held
    FROM disputes AS d JOIN payments AS p ON p.id = d.payment_id JOIN payment_orders AS o ON o.id = p.order_id
    WHERE o.member_id = ${memberId} AND d.status IN ('open', 'under_review')
  `.execute(db);
  return rows[0]?.held ?? 0;
}
