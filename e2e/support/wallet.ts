import { randomUUID } from 'node:crypto';
import type { Session } from '@oriel/contract';
import { type APIRequestContext, expect } from '@playwright/test';
import { freshEmail, type TestMember } from './members.ts';

/** An order at the demo's gateway, not paid yet. */
export interface TestOrder {
  orderId: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  key: string;
  checkoutScript: string;
}

/** What the gateway passes to the browser after a payment. */
export interface TestPayment {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

const as = ({ token }: Session) => ({ authorization: `Bearer ${token}` });

/** Orders a plan by the API. */
export async function orderPlan(
  request: APIRequestContext,
  session: Session,
  planId = 'starter',
): Promise<TestOrder> {
  const response = await request.post('/api/tokens/topup/create-order', {
    headers: as(session),
    data: { planId },
  });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** Pays an order at the demo's gateway, or fails to; the gateway's webhooks follow by themselves. */
export async function payOrder(
  request: APIRequestContext,
  orderId: string,
  outcome: 'paid' | 'failed' | 'authorized' = 'paid',
): Promise<TestPayment> {
  const response = await request.post('/sandbox/razorpay/v1/checkout', {
    data: { order_id: orderId, outcome },
  });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/**
 * Buys a plan by the API, without a browser: order, pay, verify.
 *
 * @param planId one of starter (100 tokens), plus (500), pro (1,500), studio (5,000)
 * @returns how many tokens it brought
 */
export async function topUp(
  request: APIRequestContext,
  session: Session,
  planId = 'starter',
): Promise<number> {
  const { orderId } = await orderPlan(request, session, planId);
  const paid = await payOrder(request, orderId);
  const response = await request.post('/api/tokens/topup/verify', {
    headers: as(session),
    data: {
      planId,
      orderId,
      paymentId: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
    },
  });
  expect(response.status(), await response.text()).toBe(200);
  const { status, tokensAdded } = await response.json();
  expect(status).toBe('success');
  return tokensAdded;
}

/** What a member holds, as the server says. */
export async function totalBalance(request: APIRequestContext, session: Session): Promise<number> {
  const response = await request.get('/api/tokens/summary', { headers: as(session) });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).wallet.totalBalance;
}

const GATEWAY_KEY = Buffer.from('rzp_test_oriel:oriel-sandbox-key-secret').toString('base64');

/** Has the demo's gateway capture a payment that was only authorised. */
export async function capturePayment(request: APIRequestContext, paymentId: string): Promise<void> {
  const response = await request.post(`/sandbox/razorpay/v1/payments/${paymentId}/capture`, {
    headers: { authorization: `Basic ${GATEWAY_KEY}` },
    data: {},
  });
  expect(response.status(), await response.text()).toBe(200);
}

/**
 * Has the demo's gateway refund a part of a payment; the gateway's webhook follows by itself.
 *
 * @param amount in the smallest unit of the currency
 */
export async function refundPayment(
  request: APIRequestContext,
  paymentId: string,
  amount: number,
): Promise<void> {
  const response = await request.post(`/sandbox/razorpay/v1/payments/${paymentId}/refund`, {
    headers: { authorization: `Basic ${GATEWAY_KEY}` },
    data: { amount },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Has a payer's bank dispute a payment; the gateway's webhook follows by itself. */
export async function disputePayment(request: APIRequestContext, paymentId: string): Promise<void> {
  const response = await request.post('/sandbox/razorpay/bank/disputes', {
    headers: { authorization: `Basic ${GATEWAY_KEY}` },
    data: { payment_id: paymentId },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Creates a member who follows another's link, by the API; they begin with 100 bonus tokens. */
export async function createInvitedMember(
  request: APIRequestContext,
  friend: TestMember,
): Promise<TestMember> {
  const referralCode = friend.session.user.id;
  const visit = await request.post('/api/referrals/visit', { data: { referralCode } });
  expect(visit.status(), await visit.text()).toBe(200);
  const { referral } = await visit.json();
  const email = freshEmail();
  const password = `look before you book ${randomUUID()}`;
  const response = await request.post('/api/auth/signup', {
    data: {
      email,
      password,
      firstName: 'Grace',
      lastName: 'Hopper',
      referralCode,
      referralToken: referral.trackingToken,
    },
  });
  expect(response.status(), await response.text()).toBe(200);
  return { email, password, session: await response.json() };
}
