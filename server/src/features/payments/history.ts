import type { Db } from '../../database/database.ts';
import type { MovementDetails, MovementSource, OtherMovement } from '../wallet/service.ts';
import {
  findCreditedOrders,
  findRefundMovements,
  findRefundsWithoutTokens,
  findUncreditedPayments,
  findUnpaidOrders,
  type UncreditedPayment,
  type VoucherRow,
} from './history-store.ts';
import { majorUnits } from './money.ts';
import { receiptPath } from './receipts/store.ts';

const TITLES: Record<string, string> = {
  hold: 'payment disputed, tokens on hold',
  release: 'dispute over, tokens returned',
};

/** The title of a payment that was not credited, by its disposition. */
const NOT_CREDITED = {
  surplus: 'second payment, refunded',
  mismatch: 'different amount paid',
  open: 'refunded',
} as const;

/** The link of a receipt or voucher, or that it awaits its number. */
function receiptLink(number: string | null): Pick<MovementDetails, 'receipt' | 'receiptPending'> {
  return number === null ? { receiptPending: true } : { receipt: receiptPath(number) };
}

const presentUncredited = (payment: UncreditedPayment): OtherMovement => ({
  trnId: payment.id,
  type: 'topup',
  amount: payment.tokens,
  status: 'failed',
  date: payment.created_at,
  title: `${payment.plan_name}: ${NOT_CREDITED[payment.standing]}`,
  price: majorUnits(payment.amount),
  currency: payment.currency,
});

const presentVoucher = (refund: VoucherRow): OtherMovement => ({
  trnId: refund.refund_id,
  type: 'refund',
  amount: 0,
  status: 'success',
  date: refund.issued_at,
  title: `${refund.plan_name}: ${refund.kind === 'dispute' ? 'dispute lost' : 'refund'}`,
  price: majorUnits(refund.amount),
  currency: refund.currency,
  ...receiptLink(refund.number),
});

/** Purchases in a member's history: prices, receipts, and orders that are unpaid or failed. */
export const paymentsInHistory: MovementSource = {
  async describe(db: Db, transactionIds) {
    const described = new Map<number, MovementDetails>();
    if (transactionIds.length === 0) return described;
    for (const order of await findCreditedOrders(db, transactionIds)) {
      if (order.ledger_transaction_id === null) continue;
      described.set(order.ledger_transaction_id, {
        title: order.plan_name,
        price: majorUnits(order.amount),
        currency: order.currency,
        ...(order.order_id === null ? {} : receiptLink(order.number)),
      });
    }
    for (const movement of await findRefundMovements(db, transactionIds)) {
      const { id, what, plan_name, amount, currency, voucher_of, number } = movement;
      described.set(id, {
        title: `${plan_name}: ${TITLES[what] ?? 'refund'}`,
        ...(amount === null ? {} : { price: majorUnits(amount), currency }),
        ...(voucher_of === null ? {} : receiptLink(number)),
      });
    }
    return described;
  },

  async otherMovements(db, memberId, part) {
    const payments = await findUncreditedPayments(db, memberId, part);
    const refunds = await findRefundsWithoutTokens(db, memberId, part);
    const orders = await findUnpaidOrders(db, memberId, part);
    const purchases = orders.map((order) => ({
      trnId: order.id,
      type: 'topup' as const,
      amount: order.tokens,
      status: order.status === 'created' ? ('pending' as const) : ('failed' as const),
      date: order.created_at,
      title: order.plan_name,
      price: majorUnits(order.amount),
      currency: order.currency,
    }));
    return [...purchases, ...payments.map(presentUncredited), ...refunds.map(presentVoucher)];
  },
};
