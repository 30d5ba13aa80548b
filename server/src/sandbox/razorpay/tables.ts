import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** See `migrations/0007_payments.sql` and `0025_idempotency_and_sandbox.sql`. */
export interface SandboxTables {
  'razorpay_sandbox.orders': {
    id: string;
    amount: number;
    currency: string;
    receipt: string | null;
    notes: ColumnType<Record<string, unknown>, string, never>;
    status: Generated<'created' | 'attempted' | 'paid'>;
    attempts: Generated<number>;
    created_at: Generated<Date>;
  };
  'razorpay_sandbox.payments': {
    id: string;
    order_id: string;
    amount: number;
    currency: string;
    status: 'authorized' | 'captured' | 'failed' | 'refunded';
    amount_refunded: Generated<number>;
    created_at: Generated<Date>;
  };
  'razorpay_sandbox.refunds': {
    id: string;
    payment_id: string;
    amount: number;
    currency: string;
    idempotency_key: string | null;
    status: Generated<'pending' | 'processed' | 'failed'>;
    created_at: Generated<Date>;
  };
  'razorpay_sandbox.disputes': {
    id: string;
    payment_id: string;
    amount: number;
    currency: string;
    amount_deducted: Generated<number>;
    phase: string;
    status: Generated<'open' | 'under_review' | 'won' | 'lost' | 'closed'>;
    created_at: Generated<Date>;
  };
  'razorpay_sandbox.webhooks': {
    id: GeneratedAlways<number>;
    event_id: string;
    body: string;
    due_at: Date;
    attempts: Generated<number>;
    delivered_at: Date | null;
    created_at: Generated<Date>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends SandboxTables {}
}
