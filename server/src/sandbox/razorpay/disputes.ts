import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { disputeEntity, paymentEntity, type SandboxDispute } from './entities.ts';
import { find, insertDispute, updateDispute } from './store.ts';
import type { Switches } from './switches.ts';
import { addEvents } from './webhooks.ts';

async function announce(tx: Tx, switches: Switches, event: string, dispute: SandboxDispute): Promise<void> {
  const payment = await find(tx, 'payments', dispute.payment_id);
  const payload = {
    payment: { entity: paymentEntity(payment) },
    dispute: { entity: disputeEntity(dispute) },
  };
  await addEvents(tx, switches, [{ event: `payment.dispute.${event}`, payload }]);
}

/** A payer has their bank question a payment, or a part of it. */
export async function openDispute(
  db: Db,
  switches: Switches,
  given: { paymentId: string; amount: number | undefined; phase: string },
): Promise<SandboxDispute> {
  return inTransaction(db, async (tx) => {
    const payment = await find(tx, 'payments', given.paymentId);
    const dispute = await insertDispute(tx, {
      payment_id: payment.id,
      amount: given.amount ?? payment.amount,
      currency: payment.currency,
      phase: given.phase,
    });
    await announce(tx, switches, 'created', dispute);
    return dispute;
  });
}

/** The bank goes on with a dispute. What is lost is deducted from us, all of it unless an amount is given. */
export async function moveDispute(
  db: Db,
  switches: Switches,
  given: {
    id: string;
    status: 'under_review' | 'won' | 'lost' | 'closed';
    amountDeducted: number | undefined;
  },
): Promise<SandboxDispute> {
  return inTransaction(db, async (tx) => {
    const before = await find(tx, 'disputes', given.id);
    const after = await updateDispute(tx, given.id, {
      status: given.status,
      amount_deducted: given.status === 'lost' ? (given.amountDeducted ?? before.amount) : 0,
    });
    await announce(tx, switches, given.status, after);
    return after;
  });
}
