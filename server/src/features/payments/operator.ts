import { type Db, inTransaction } from '../../database/database.ts';
import { findMember, findMemberByEmail, lockMember } from '../accounts/service.ts';
import type { Payments } from './context.ts';
import { settleDebts } from './refunds/debts.ts';
import { hasOpenAttempt, lockDecision, setReturnTime } from './refunds/return-store.ts';

// An operator's decisions about payments, by `npm run payments`.

/** The outcome of a decision about a payment that has to be returned. */
export type ReturnDecision = 'done' | 'unknown' | 'not-owed' | 'being-returned' | 'returned';

/** Decides about a surplus or mismatched payment, unless it is being returned. */
async function decide(db: Db, paymentId: string, giveBackAt: 'infinity' | 'now'): Promise<ReturnDecision> {
  return inTransaction(db, async (tx) => {
    const payment = await lockDecision(tx, paymentId);
    if (payment === undefined) return 'unknown';
    if (payment.standing !== 'mismatch' && payment.standing !== 'surplus') return 'not-owed';
    if (payment.refunded >= payment.amount) return 'returned';
    if (await hasOpenAttempt(tx, paymentId)) return 'being-returned';
    await setReturnTime(tx, paymentId, giveBackAt);
    return 'done';
  });
}

/**
 * Keeps a mismatched payment, or a surplus one that the gateway cannot return any more: the operator has settled it with
 * its payer.
 */
export const keepPayment = (db: Db, paymentId: string) => decide(db, paymentId, 'infinity');

/** Returns a payment that has to be returned now, also one that was kept before. */
export const returnPaymentNow = (db: Db, paymentId: string) => decide(db, paymentId, 'now');

/**
 * Settles what a member owes.
 *
 * @param who their email address or id
 * @returns undefined where there is no such member
 */
export async function settleMember(
  context: Pick<Payments, 'db' | 'onDebtCleared'>,
  who: string,
): Promise<Awaited<ReturnType<typeof settleDebts>> | undefined> {
  return inTransaction(context.db, async (tx) => {
    const unlocked = (await findMember(tx, who)) ?? (await findMemberByEmail(tx, who));
    const member = unlocked && (await lockMember(tx, unlocked.id));
    return member && settleDebts(context, tx, member.id);
  });
}
