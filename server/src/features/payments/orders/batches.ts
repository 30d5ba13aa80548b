import type { Site } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { Batch } from '../../../batch.ts';
import type { Db } from '../../../database/database.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import { sellerOf, taxOf } from '../receipts/store.ts';
import type { SettledBy } from '../tables.ts';
import { type CapturedPayment, creditPlainPayments } from './payment-store.ts';
import { type AskedOrder, findOwnOrders, type OwnOrder } from './store.ts';

/** What the database does for all payments together that arrive at the same time. */
export interface OrderBatches {
  /**
   * The order of a payment. Consumes a point of the limit, unless the payment was credited before; `usage` is also undefined
   * where another payment of the batch has consumed one, and the caller has to.
   *
   * @returns undefined where the member has no such order
   */
  findOwnOrder(asked: AskedOrder): Promise<OwnOrder | undefined>;
  /**
   * Credits a payment if nothing about it is unusual.
   *
   * @returns our id of the order; undefined where nothing has happened, or where that is not known
   */
  creditPlain(payment: GatewayPayment, via: SettledBy): Promise<string | undefined>;
}

/** The items whose key no item before them has. */
function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Set<Item> {
  const firsts = new Map<unknown, Item>();
  for (const item of items) if (!firsts.has(keyOf(item))) firsts.set(keyOf(item), item);
  return new Set(firsts.values());
}

/** PostgreSQL refuses a statement with any other text, which would spoil a whole batch. */
const isStorable = (text: string): boolean => !text.includes('\0');

export function createOrderBatches(db: Db, site: Site, log: FastifyBaseLogger): OrderBatches {
  const seller = sellerOf(site);
  const orders = new Batch<AskedOrder, OwnOrder | undefined>((asked) => {
    const counting = firstOfEach(asked, ({ limit }) => limit?.key);
    return findOwnOrders(
      db,
      asked.map((order) => (counting.has(order) ? order : { ...order, limit: undefined })),
    );
  });
  const credits = new Batch<CapturedPayment, string | undefined>(async (captured) => {
    // A second payment of an order is decided after the first.
    const firsts = firstOfEach(captured, ({ payment }) => payment.orderId);
    const credited = await creditPlainPayments(db, [...firsts], seller);
    return captured.map((one) => (firsts.has(one) ? credited.get(one.payment.id) : undefined));
  });
  return {
    async findOwnOrder(asked) {
      if (isStorable(asked.orderId) && isStorable(asked.paymentId)) return orders.get(asked);
      const [order] = await findOwnOrders(db, [asked]);
      return order;
    },
    async creditPlain(payment, via) {
      if (payment.status !== 'captured' || payment.amountRefunded !== 0 || payment.orderId === null)
        return undefined;
      try {
        return await credits.get({ payment, via, tax: taxOf(site, payment.amount) });
      } catch (error) {
        log.info({ payment: payment.id, reason: String(error) }, 'failed to credit payments together');
        return undefined;
      }
    },
  };
}
