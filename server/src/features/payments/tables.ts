import type { ColumnType, Generated } from 'kysely';

export type OrderStatus = 'created' | 'failed' | 'paid' | 'refunded';
export type PaidTier = 'Plus' | 'Pro';
export type Standing = 'open' | 'credited' | 'surplus' | 'mismatch';
export type PaymentStatus = 'created' | 'failed' | 'authorized' | 'captured' | 'refunded';

/** Whoever sells, on the day of the sale. */
export interface Seller {
  name: string;
  entity: string;
  address: string;
  email: string;
  taxNumber?: string;
}

export interface Buyer {
  name?: string;
  email?: string;
}

/** What of a price is tax. */
export interface ReceiptTax {
  name: string;
  /** In percent. */
  rate: number;
  /** In the smallest unit of the currency; part of the price. */
  amount: number;
}

type Json<T> = ColumnType<T, string, string>;

/** See `migrations/0007_payments.sql`. Amounts are in the smallest unit of their currency. */
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
    standing: Generated<Standing>;
    refunded: Generated<number>;
    created_at: Generated<Date>;
    /** When a surplus payment is given back next. */
    give_back_at: Generated<Date>;
  };
  payment_events: {
    id: string;
    event: string;
    outcome: string;
    received_at: Generated<Date>;
  };
  refunds: {
    id: string;
    payment_id: string;
    kind: 'refund' | 'dispute';
    amount: number;
    currency: string;
    tokens_due: Generated<number>;
    tokens_taken: Generated<number>;
    created_at: Generated<Date>;
  };
  receipt_series: { series: string; last: number };
  receipts: {
    number: string;
    series: string;
    serial: number;
    order_id: string;
    payment_id: string;
    member_id: string;
    issued_at: Generated<Date>;
    seller: Json<Seller>;
    buyer: Json<Buyer>;
    tax: ColumnType<ReceiptTax | null, string | null, never>;
  };
}
