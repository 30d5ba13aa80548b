import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPaymentsApp,
  type Member,
  type Paid,
  type PaymentsApp,
} from '../../../testing/apps/payments-app.ts';

let testApp: PaymentsApp;
let member: Member;
let paid: Paid;
beforeAll(async () => {
  // The background tasks would credit the payment, which the requests below must not.
  testApp = await createPaymentsApp({ config: { payments: { tickMs: 2 ** 31 - 1 } } });
  member = await testApp.member();
  paid = await testApp.pay(await testApp.order(member));
});
afterAll(() => testApp.close());

const NONSENSE: [string, string][] = [
  ['null', 'null'],
  ['a list', '["x"]'],
  ['an object', '{"x":1}'],
  ['a number', '7'],
  ['infinity', '1e309'],
  ['yes', 'true'],
  ['nothing', '""'],
  ['a megabyte', JSON.stringify('x'.repeat(1_000_000))],
  ['a NUL', '"a\\u0000b"'],
  ['half a letter', '"\\ud800"'],
  ['letters of everywhere', '"\\u202e<b>अ\u{1f600}\'; DROP TABLE plans; --"'],
];
const CALLS: [string, string[]][] = [
  ['/api/tokens/topup/create-order', ['planId']],
  ['/api/tokens/topup/verify', ['planId', 'orderId', 'paymentId', 'signature']],
  ['/api/tokens/topup/report-failure', ['planId', 'orderId', 'paymentId', 'reason']],
  ['/api/referrals/visit', ['referralCode']],
  ['/sandbox/razorpay/v1/checkout', ['order_id', 'outcome']],
];

describe.each(CALLS)('F1 %s', (path, fields) => {
  it.each(NONSENSE)('bears %s in every field', async (_, json) => {
    for (const field of fields) {
      const right = {
        planId: 'plus',
        orderId: paid.razorpay_order_id,
        paymentId: paid.razorpay_payment_id,
        signature: '0'.repeat(64),
        reason: 'none',
        referralCode: member.id,
        order_id: paid.razorpay_order_id,
        outcome: 'failed',
      };
      const body = JSON.stringify({ ...right, [field]: '@' }).replace('"@"', () => json);
      const answer = await fetch(`${testApp.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
        body,
      });
      const text = await answer.text();
      expect(answer.status, `${field}: ${text.slice(0, 200)}`).toBeLessThan(500);
      expect(text).not.toMatch(/\bat .*\.ts:\d+|syntax error/);
    }
    expect(await testApp.balance(member)).toBe(0);
  });
});

it('F6 bears nonsense in addresses', async () => {
  for (const path of [
    '/api/tokens/history?limit=-1',
    '/api/tokens/history?limit=1e9',
    '/api/tokens/history?limit=1&limit=2',
    '/api/tokens/history?cursor=%00',
    '/api/tokens/receipts/..%2f..%2fplans',
    '/api/tokens/receipts/R-2026-000001%00',
    '/api/tokens/receipts/R-2026-000001?format=exe',
    '/api/tokens/receipts/R-9999-999999',
  ]) {
    const { status } = await testApp.get(path, member);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
  }
});
