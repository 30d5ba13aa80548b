import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Recorder, Write } from './recorder.ts';

export interface Member {
  id: string;
  email: string;
  isConfirmed: boolean;
  headers: Record<string, string>;
  joinedAt: number;
}

/** The state that the load acts on. */
export interface LoadContext {
  recorder: Recorder;
  random: Random;
  reportViolation(problem: string): void;
  /** Credentials for the gateway's REST API. */
  gatewayHeaders: Record<string, string>;
  /** The member whose referral link new members follow. */
  referrer: string;
  /** Slugs of tours that cost tokens. */
  tours: readonly string[];
  /** The latest members. */
  members: Member[];
  /** Credited payments; each is refunded or disputed at most once. */
  refundable: string[];
  /** Open disputes. */
  disputes: string[];
  /** The secret of the verification mail to an email, if it is in the outbox. */
  verificationToken(email: string): Promise<string | undefined>;
  /** Orders that no browser verifies: only a webhook or the reconciler can settle them. */
  unverified: Set<string>;
}

export const PASSWORD = 'a quiet corridor at noon';
/** Shorter than the lifetime of an access token. */
const MEMBER_FOR_MS = 8 * 60_000;
const MEMBERS = 8;
const LANES = 8;
const PAUSE_MS = 25;
/** After a lost response a lane waits longer. */
const PAUSE_AFTER_LOSS_MS = 200;

let signUps = 0;

/** Signs up a member who followed a referral link. */
export async function signUp({ recorder, members, referrer, random }: LoadContext): Promise<void> {
  signUps += 1;
  const write = await recorder.write({
    kind: 'sign-up',
    path: '/api/auth/signup',
    headers: { 'x-forwarded-for': `198.18.${random.between(0, 255)}.${random.between(1, 254)}` },
    body: {
      email: `person-${process.pid}-${signUps}@example.org`,
      password: PASSWORD,
      firstName: 'Anna',
      lastName: 'Berg',
      referralCode: referrer,
    },
    memberId: undefined,
  });
  if (write.response?.status !== 200) return;
  const { user, token } = write.response.body;
  members.push({
    id: user.id,
    email: user.email,
    isConfirmed: false,
    headers: { authorization: `Bearer ${token}` },
    joinedAt: Date.now(),
  });
  if (members.length > MEMBERS) members.shift();
}

function anyMember({ members, random }: LoadContext): Member | undefined {
  while (members[0] !== undefined && Date.now() - members[0].joinedAt > MEMBER_FOR_MS) members.shift();
  return random.one(members);
}

/** Verifies a member's email, which makes pending tokens spendable and rewards the referrer. */
async function confirm({ recorder, members, random, verificationToken }: LoadContext): Promise<void> {
  const member = random.one(members.filter(({ isConfirmed }) => !isConfirmed));
  const token = member && (await verificationToken(member.email));
  if (member === undefined || token === undefined) return;
  const { response } = await recorder.write({
    kind: 'confirm',
    path: '/api/auth/email/verify',
    headers: member.headers,
    body: { token },
    memberId: member.id,
  });
  if (response !== undefined) member.isConfirmed = true;
}

let keys = 0;

/** The member's headers, half of the time with a new idempotency key. */
function keyed({ random }: LoadContext, { headers }: Member): Record<string, string> {
  if (random.number() < 0.5) return headers;
  keys += 1;
  return { ...headers, 'idempotency-key': `chaos-${process.pid}-${keys}` };
}

async function unlock(context: LoadContext, member: Member): Promise<void> {
  const { recorder, random, tours } = context;
  const path = `/api/vr360/${random.one(tours)}/access`;
  const headers = keyed(context, member);
  const send = () => recorder.write({ kind: 'unlock', path, headers, body: {}, memberId: member.id });
  // Some members click twice.
  await Promise.all(random.number() < 0.2 ? [send(), send()] : [send()]);
}

async function pay({ recorder }: LoadContext, orderId: string, outcome: 'paid' | 'failed'): Promise<Write> {
  return recorder.write({
    kind: 'payment',
    path: '/sandbox/razorpay/v1/checkout',
    headers: {},
    body: { order_id: orderId, outcome },
    memberId: undefined,
  });
}

async function verify(
  { recorder, refundable }: LoadContext,
  member: Member,
  { response }: Write,
): Promise<void> {
  if (response === undefined) return;
  const { response: verified } = await recorder.write({
    kind: 'verify',
    path: '/api/tokens/topup/verify',
    headers: member.headers,
    body: {
      orderId: response.body.razorpay_order_id,
      paymentId: response.body.razorpay_payment_id,
      signature: response.body.razorpay_signature,
    },
    memberId: member.id,
  });
  if (verified?.status === 200 && verified.body.status === 'success')
    refundable.push(verified.body.paymentId);
}

async function topUp(context: LoadContext, member: Member): Promise<void> {
  const { recorder, random, unverified } = context;
  const { response } = await recorder.write({
    kind: 'order',
    path: '/api/tokens/topup/create-order',
    headers: keyed(context, member),
    body: { planId: random.one(['starter', 'starter', 'plus', 'pro']) },
    memberId: member.id,
  });
  if (response === undefined) return;
  const { orderId } = response.body;
  switch (random.weighted({ verify: 5, leave: 3, twice: 1, fail: 1 })) {
    case 'verify':
      await verify(context, member, await pay(context, orderId, 'paid'));
      break;
    case 'leave':
      unverified.add(orderId);
      await pay(context, orderId, 'paid');
      break;
    case 'twice': {
      const payments = await Promise.all([pay(context, orderId, 'paid'), pay(context, orderId, 'paid')]);
      await Promise.all(payments.map((payment) => verify(context, member, payment)));
      break;
    }
    case 'fail':
      await pay(context, orderId, 'failed');
      await recorder.write({
        kind: 'failure',
        path: '/api/tokens/topup/report-failure',
        headers: member.headers,
        body: { orderId, reason: 'Payment was cancelled.' },
        memberId: member.id,
      });
  }
}

let refunds = 0;

async function refund({ recorder, random, refundable, gatewayHeaders }: LoadContext): Promise<void> {
  const [paymentId] = refundable.splice(random.between(0, refundable.length - 1), 1);
  if (paymentId === undefined) return;
  refunds += 1;
  await recorder.write({
    kind: 'refund',
    path: `/sandbox/razorpay/v1/payments/${paymentId}/refund`,
    headers: { ...gatewayHeaders, 'x-refund-idempotency': `chaos-${process.pid}-${refunds}` },
    body: random.number() < 0.5 ? {} : { amount: random.between(100, 19_900) },
    memberId: undefined,
  });
}

/** Opens a dispute. */
async function dispute({
  recorder,
  random,
  refundable,
  disputes,
  gatewayHeaders,
}: LoadContext): Promise<void> {
  const [paymentId] = refundable.splice(random.between(0, refundable.length - 1), 1);
  if (paymentId === undefined) return;
  const { response } = await recorder.write({
    kind: 'dispute',
    path: '/sandbox/razorpay/bank/disputes',
    headers: gatewayHeaders,
    body: {
      payment_id: paymentId,
      ...(random.number() < 0.5 ? {} : { amount: random.between(100, 19_900) }),
    },
    memberId: undefined,
  });
  if (response !== undefined) disputes.push(response.body.id);
}

/** Moves a dispute to another status. */
async function decideDispute({ recorder, random, disputes, gatewayHeaders }: LoadContext): Promise<void> {
  const [id] = disputes.splice(random.between(0, disputes.length - 1), 1);
  if (id === undefined) return;
  const status = random.weighted({ under_review: 1, won: 2, lost: 2, closed: 1 });
  const { response } = await recorder.write({
    kind: 'verdict',
    path: `/sandbox/razorpay/bank/disputes/${id}`,
    headers: gatewayHeaders,
    body: { status },
    memberId: undefined,
  });
  if (response !== undefined && status === 'under_review') disputes.push(id);
}

async function browse({ recorder, random, reportViolation }: LoadContext, member: Member): Promise<void> {
  const what = random.one(['/api/tokens/summary', '/api/tokens/history', '/api/vr360']) ?? '';
  const body = await recorder.read(what, member.headers);
  if (body?.wallet === undefined) return;
  const { totalBalance, bonusBalance, referralBalance, topupBalance } = body.wallet;
  const lotTotal = body.lots.reduce((sum: number, lot: { tokens: number }) => sum + lot.tokens, 0);
  if (totalBalance !== bonusBalance + referralBalance + topupBalance || totalBalance !== lotTotal) {
    reportViolation(`I2: the summary of ${member.id} does not add up: ${JSON.stringify(body)}`);
  }
}

/**
 * Lets members sign up, unlock, buy, send for refunds and browse, several at a time.
 *
 * @param withRefunds false where the gateway sends no webhooks, so that refunds and disputes would be noticed late
 * @returns a function that stops the load and resolves when the last request has completed or failed
 */
export function startLoad(
  context: LoadContext,
  { withRefunds }: { withRefunds: boolean },
): () => Promise<void> {
  let stopping = false;
  const dependentOnWebhooks = withRefunds
    ? { refund: 2, dispute: 1, decideDispute: 1 }
    : { refund: 0, dispute: 0, decideDispute: 0 };
  const weights = { signUp: 1, confirm: 1, unlock: 8, topUp: 6, browse: 6, ...dependentOnWebhooks };
  const lanes = Array.from({ length: LANES }, async () => {
    while (!stopping) {
      const member = anyMember(context);
      const action = member === undefined ? 'signUp' : context.random.weighted(weights);
      if (member === undefined || action === 'signUp') await signUp(context);
      else if (action === 'unlock') await unlock(context, member);
      else if (action === 'topUp') await topUp(context, member);
      else if (action === 'confirm') await confirm(context);
      else if (action === 'refund') await refund(context);
      else if (action === 'dispute') await dispute(context);
      else if (action === 'decideDispute') await decideDispute(context);
      else await browse(context, member);
      const lost = context.recorder.writes.at(-1)?.response === undefined;
      await sleep(context.random.between(0, lost ? PAUSE_AFTER_LOSS_MS : PAUSE_MS));
    }
  });
  return async () => {
    stopping = true;
    await Promise.all(lanes);
  };
}
