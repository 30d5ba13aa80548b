import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { consume } from '../../rate-limit/rate-limit.ts';
import { Semaphore } from '../../semaphore.ts';
import type { Payments } from './context.ts';
import { openOrder } from './orders/open-order.ts';
import { listPlans } from './orders/plans.ts';
import { listOpenPayments, recordFailure } from './orders/store.ts';
import { receiptPage } from './receipts/page.ts';
import { receiptPdf } from './receipts/pdf.ts';
import { findReceipt } from './receipts/store.ts';
import { findRefundVoucher } from './receipts/voucher-store.ts';
import { verifyPayment } from './service.ts';

/** Orders of one member; each one sends a request to the gateway. */
const ORDERS = { max: 300, windowSeconds: 60 };
/** Setting letters takes the processor alone. */
const PDFS = {
  concurrency: 1,
  maxQueued: 50,
  maxWaitMs: 5_000,
  detail: 'Too many receipts are being made at once. Please try again.',
};

/** PDFs of receipts for one member; each one takes processor time. */
const PDF_BUDGET = { max: 30, windowSeconds: 60 };

/** The API of plans, orders, payments and receipts. */
export async function paymentRoutes(
  app: FastifyInstance,
  { payments }: { payments: Payments },
): Promise<void> {
  const { db } = payments;
  const { colours } = payments.site;
  const pdfs = new Semaphore(PDFS);
  noStore(app);

  route(app, contract.listPlans, async ({ reply }) => {
    reply.header('cache-control', 'no-cache');
    return listPlans(db);
  });

  route(app, contract.createTopupOrder, { idempotent: 'stored' }, async ({ body, caller }) => {
    await consume(db, `orders:${caller.memberId}`, ORDERS.max, ORDERS.windowSeconds);
    return openOrder(payments, caller.memberId, body.planId);
  });

  route(app, contract.listOpenPayments, ({ caller }) => listOpenPayments(db, caller.memberId));

  route(app, contract.verifyTopup, ({ body, caller }) => verifyPayment(payments, caller.memberId, body));

  route(app, contract.reportTopupFailure, async ({ body, caller }) => {
    await recordFailure(db, caller.memberId, body.orderId, body.reason || 'Payment failed.');
    return { message: 'Thank you for telling us.' };
  });

  route(app, contract.getReceipt, async ({ params, query, caller, reply }) => {
    const find = params.number.startsWith('RV-') ? findRefundVoucher : findReceipt;
    const receipt = await find(db, params.number, caller.memberId);
    if (receipt === undefined) throw new AppError(404, 'receipt_not_found', 'There is no such receipt.');
    reply.header('x-robots-tag', 'noindex');
    if (query.format === 'pdf') {
      await consume(db, `receipt-pdf:${caller.memberId}`, PDF_BUDGET.max, PDF_BUDGET.windowSeconds);
      return reply
        .header('content-disposition', `attachment; filename="${receipt.number}.pdf"`)
        .type('application/pdf')
        .send(await pdfs.run(() => receiptPdf(receipt, colours)));
    }
    const { html, policy } = receiptPage(receipt, colours);
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(Buffer.from(html));
  });
}
