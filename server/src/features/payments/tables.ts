import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json } from '../../database/columns.ts';

export type OrderStatus = 'created' | 'failed' | 'paid' | 'refunded';
export type PaidTier = 'Plus' | 'Pro';
export type PaymentDisposition = 'open' | 'credited' | 'surplus' | 'mismatch';
/** What reported first that an order is paid. */
export type SettledBy = 'browser' | 'webhook' | 'reconciler';
export type RefundAttemptStatus = 'requested' | 'pending' | 'processed' | 'failed';
export type DisputeStatus = 'open' | 'under_review' | 'won' | 'lost' | 'closed';
export type PaymentStatus = 'created' | 'failed' | 'authorized' | 'captured' | 'refunded';

/** The seller, as of the day of the sale. */
export interface Seller {
  name: string;
  entity: string;
  address: string;
  email: string;
  /** Of the site; older receipts have none and are dated in UTC. */
  timeZone?: string;
  taxNumber?: string;
}

export interface Buyer {
  name?: string;
  email?: string;
}

/** The tax in a price. */
export interface ReceiptTax {
  name: string;
  /** In percent. */
  rate: number;
  /** In the smallest unit of the currency; part of the price. */
  amount: number;
}

/** What is stored of a queued webhook: no personal data. */
export type EventDetails = Record<string, Record<string, string | number>>;

/** See `migrations/0007_payments.sql`, `0023_payment_checks.sql`, `0024_refunds_and_disputes.sql` and `0027_receipt_numbers.sql`. Amounts are in the smallest unit of their currency. */
export interface PaymentTables {
  plans: {
    id: string;
    name: string;
    description: string;
    tokens: number;
    amount: number;
    currency: string;
    validity_days: number;
    tier: PaidTier | null;
    position: number;
    is_offered: Generated<boolean>;
  };
  payment_orders: {
    id: string;
    member_id: string;
    plan_id: string;
    plan_name: string;
    tokens: number;
    validity_days: number;
    tier: PaidTier | null;
    amount: number;
    currency: string;
    gateway_order_id: string | null;
    claimed_until: Generated<Date>;
    status: Generated<OrderStatus>;
    failure: string | null;
    ledger_transaction_id: number | null;
    tier_until: Date | null;
    /** The first order with the same intent to buy; null where it is this one. */
    intent_id: string | null;
    settled_by: SettledBy | null;
    created_at: Generated<Date>;
    paid_at: Date | null;
    next_check_at: Generated<Date | null>;
  };
  payments: {
    id: string;
    order_id: string;
    amount: number;
    currency: string;
    status: PaymentStatus;
    /** The disposition; the column has its name from the first releases. */
    standing: Generated<PaymentDisposition>;
    refunded: Generated<number>;
    /** The payment method, such as `card` or `upi`. */
    method: string | null;
    created_at: Generated<Date>;
    /** When a surplus payment, or one of another amount, is returned next; an operator's `infinity` keeps it. */
    give_back_at: Generated<Date>;
  };
  payment_events: {
    id: string;
    event: string;
    outcome: string;
    /** `waiting`: retried until it can be applied; `dead`: given up. */
    state: Generated<'done' | 'waiting' | 'dead'>;
    /** Ids and amounts of the event's entities while it waits. */
    details: ColumnType<EventDetails | null, string | null, string | null>;
    attempts: Generated<number>;
    next_at: Date | null;
    received_at: Generated<Date>;
  };
  refund_attempts: {
    id: GeneratedAlways<number>;
    payment_id: string;
    key: string;
    amount: number;
    status: Generated<RefundAttemptStatus>;
    refund_id: string | null;
    calls: Generated<number>;
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
  disputes: {
    id: string;
    payment_id: string;
    amount: number;
    currency: string;
    phase: string;
    status: DisputeStatus;
    tokens_held: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  payment_sweeps: {
    name: string;
    next_at: Generated<Date>;
    covered_until: Date | null;
  };
  refunds: {
    id: string;
    payment_id: string;
    kind: 'refund' | 'dispute';
    amount: number;
    currency: string;
    tokens_due: Generated<number>;
    tokens_taken: Generated<number>;
    /** When an operator settled the tokens that could not be taken. */
    settled_at: Date | null;
    created_at: Generated<Date>;
  };
  receipt_series: { series: string; last: number };
  refund_vouchers: {
    refund_id: string;
    order_id: string;
    /** Null until it is numbered, as series and serial are. */
    number: string | null;
    series: string | null;
    serial: number | null;
    member_id: string;
    issued_at: Generated<Date>;
    seller: Json<Seller>;
    buyer: Json<Buyer>;
    tax_amount: number;
  };
  /** Numbers that an operator skipped. */
  receipt_gaps: { series: string; first: number; last: number; created_at: Generated<Date> };
  receipts: {
    /** Null until it is numbered, as series and serial are. */
    number: string | null;
    series: string | null;
    serial: number | null;
    order_id: string;
    payment_id: string;
    member_id: string;
    issued_at: Generated<Date>;
    seller: Json<Seller>;
    buyer: Json<Buyer>;
    tax: ColumnType<ReceiptTax | null, string | null, never>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends PaymentTables {}
}
