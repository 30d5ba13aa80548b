import type { Site } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../../database/database.ts';
import type { CardPayments } from '../../gateways/card-payments.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { OrderBatches } from './orders/batches.ts';
import type { OrderRow } from './orders/store.ts';
import type { PaidTier } from './tables.ts';

/** A purchase that was credited, or whose whole price was refunded. */
export interface Purchase {
  memberId: string;
  /** Our id of the order. */
  orderId: string;
  /** When the member placed the order; it may be paid and captured days later. */
  orderedAt: Date;
  /** The tier that it gave; null for tokens alone. */
  tier: PaidTier | null;
}

/** What every part of the feature works with; created once for the application. */
export interface Payments {
  db: Db;
  log: FastifyBaseLogger;
  jobs: Jobs;
  batches: OrderBatches;
  /** The seller on receipts. */
  site: Site;
  gateway: CardPayments;
  /** The same gateway for background work, whose failures do not affect purchases. */
  background: CardPayments;
  /** After how many hours a payment of another amount than ordered is returned. */
  mismatchHours: number;
  /** Whether the process is stopping; long work ends early. */
  isStopping: () => boolean;
  /** The URL of the script of the gateway's payment window. */
  checkoutScript: string;
  /** Called in the transaction of a purchase, at most once for an order. */
  onPurchased?: ((tx: Tx, purchase: Purchase) => Promise<void>) | undefined;
  /** Called in the transaction that completes the refund of a credited purchase, once for an order. */
  onRefunded?: ((tx: Tx, purchase: Purchase) => Promise<void>) | undefined;
  /** Called in the transaction after which a member has no dispute and no debt any more; may be called twice. */
  onDebtCleared?: ((tx: Tx, memberId: string) => Promise<void>) | undefined;
}

export const purchaseOf = (order: OrderRow): Purchase => ({
  memberId: order.member_id,
  orderId: order.id,
  orderedAt: order.created_at,
  tier: order.tier,
});
