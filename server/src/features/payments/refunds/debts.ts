import type { Tx } from '../../../database/database.ts';
import { lockWallet } from '../../wallet/service.ts';
import type { Payments } from '../context.ts';
import { hasOpenDebt, settleOwedTokens } from './store.ts';

/** Notifies other features when a member has no debt any more. */
export async function announceClearedDebt(
  { onDebtCleared }: Pick<Payments, 'onDebtCleared'>,
  tx: Tx,
  memberId: string,
): Promise<void> {
  if (onDebtCleared === undefined) return;
  // Serialises with rewards that are being granted at the same time.
  await lockWallet(tx, memberId);
  if (!(await hasOpenDebt(tx, memberId))) await onDebtCleared(tx, memberId);
}

/**
 * Settles the tokens that refunds and disputes could not take back: the member does not owe them any more.
 *
 * @returns the number of refunds and disputes, their tokens, and whether a purchase is still in dispute
 */
export async function settleDebts(
  context: Pick<Payments, 'onDebtCleared'>,
  tx: Tx,
  memberId: string,
): Promise<{ settled: number; tokens: number; isInDispute: boolean }> {
  const settled = await settleOwedTokens(tx, memberId);
  if (settled.length > 0) await announceClearedDebt(context, tx, memberId);
  return {
    settled: settled.length,
    tokens: settled.reduce((sum, { tokens }) => sum + tokens, 0),
    isInDispute: await hasOpenDebt(tx, memberId),
  };
}
