import type { Site } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../../database.ts';
import type { CardPayments } from '../../gateways/card-payments.ts';
import type { Jobs } from '../../jobs.ts';
import type { PaidTier } from './tables.ts';

/** A purchase that has just been credited. */
export interface Purchase {
  memberId: string;
  /** Our id of the order. */
  orderId: string;
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
  /** Where the browser gets the gateway's payment window from. */
  checkoutScript: string;
  /** What else follows from a purchase, in its transaction; at most once for an order. */
  onPurchased?: ((tx: Tx, purchase: Purchase) => Promise<void>) | undefined;
}
