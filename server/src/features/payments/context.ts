import type { Site } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../../database/database.ts';
import type { CardPayments } from '../../gateways/card-payments.ts';
import type { Jobs } from '../../jobs/jobs.ts';
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

/** What every part of the feature is given; built once in `app.ts`. */
export interface Payments {
  db: Db;
  log: FastifyBaseLogger;
  jobs: Jobs;
  /** Whose receipts these are. */
  site: Site;
  gateway: CardPayments;
  /** The same gateway for what nobody waits for: its failures do not keep members from buying. */
  background: CardPayments;
  /** After how many hours a payment of another amount than ordered is returned. */
  mismatchHours: number;
  /** Whether the process is about to end; long work stops where it is. */
  isStopping: () => boolean;
  /** Where the browser gets the gateway's payment window from. */
  checkoutScript: string;
  /** What else follows from a purchase, in its transaction; at most once for an order. */
  onPurchased?: ((tx: Tx, purchase: Purchase) => Promise<void>) | undefined;
  /** What else follows when the whole price of a credited purchase went back, in the same transaction; once for an order. */
  onRefunded?: ((tx: Tx, purchase: Purchase) => Promise<void>) | undefined;
  /** What else follows when a member has no dispute and no debt any more, in the same transaction; may be told twice. */
  onDebtCleared?: ((tx: Tx, memberId: string) => Promise<void>) | undefined;
}

export const purchaseOf = (order: OrderRow): Purchase => ({
  memberId: order.member_id,
  orderId: order.id,
  orderedAt: order.created_at,
  tier: order.tier,
});
