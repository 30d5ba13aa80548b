/** A stand-in for Razorpay in a separate process, so that only our own work is measured: every payment is captured. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayOrderId, PLAN } from './data.ts';

const server = createServer((request, response) => {
  const number = Number(request.url?.match(/^\/v1\/payments\/pay_(\d+)$/)?.[1]);
  response.setHeader('content-type', 'application/json');
  if (Number.isNaN(number)) {
    response.end(JSON.stringify({ entity: 'collection', count: 0, items: [] }));
    return;
  }
  response.end(
    JSON.stringify({
      id: `pay_${number}`,
      entity: 'payment',
      order_id: gatewayOrderId(number),
      amount: PLAN.amount,
      currency: PLAN.currency,
      status: 'captured',
      captured: true,
      amount_refunded: 0,
    }),
  );
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ origin: `http://127.0.0.1:${port}` });
});
process.on('message', () => process.exit());
