import { z } from 'zod';
import { Done, Tier } from './accounts.ts';
import { memberEndpoint, publicEndpoint } from './endpoint.ts';

const Tokens = z.number().int();

/** Balances in tokens; the total is the sum of the other three. */
export const Wallet = z
  .object({ totalBalance: Tokens, bonusBalance: Tokens, referralBalance: Tokens, topupBalance: Tokens })
  .meta({ id: 'Wallet' });
export type Wallet = z.infer<typeof Wallet>;

/** Balances, open lots and the plan of a member. */
export const TokenSummary = z
  .object({
    wallet: Wallet,
    pendingBalance: Tokens.describe('How many tokens of the total cannot be spent yet.'),
    awaitingVerification: Tokens.describe(
      'How many of the pending tokens can be spent as soon as the email is verified.',
    ),
    heldBalance: Tokens.describe(
      'Tokens of purchases whose payment is disputed; they are not part of the total until the dispute is over.',
    ),
    referralLink: z.string(),
    subscriptionType: Tier,
    subscriptionUntil: z.string().nullable(),
    lots: z
      .array(
        z.object({
          type: z.enum(['topup', 'referral', 'bonus']),
          tokens: Tokens,
          expiresAt: z.string(),
          availableAt: z.string().nullable().describe('From when they can be spent; null: now.'),
          awaitsVerification: z
            .boolean()
            .describe('Whether they can be spent only once the email is verified.'),
        }),
      )
      .describe('What is left of each grant, the first to expire first; 100 at most.'),
  })
  .meta({ id: 'TokenSummary' });
export type TokenSummary = z.infer<typeof TokenSummary>;

/** What can be bought: tokens, and the tier that comes with them. */
export const Plan = z
  .object({
    plan_id: z.string(),
    name: z.string(),
    description: z.string().describe('Lines that are shown as perks.'),
    tokens: Tokens,
    currency: z.string().length(3),
    price: z.number().describe('In major units: 199 is 199 rupees.'),
    validity_days: z.number().int(),
    tier: Tier.nullable(),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

/** One line of the history: a ledger entry, or an order that is open or failed. */
export const Movement = z
  .object({
    trnId: z.string(),
    type: z.enum(['topup', 'bonus', 'referral', 'unlock', 'expiry', 'refund']),
    amount: Tokens.describe('Signed tokens.'),
    status: z.enum(['success', 'pending', 'failed']),
    date: z.string(),
    title: z.string().optional().describe('What it was for: a plan or a tour.'),
    price: z.number().optional().describe('Of a top-up, in major units.'),
    currency: z.string().optional(),
    receipt: z
      .string()
      .optional()
      .describe('The address of its receipt or refund voucher, once that has its number.'),
    receiptPending: z
      .boolean()
      .optional()
      .describe(
        'Whether it has a receipt or refund voucher that gets its number shortly; it is mailed then.',
      ),
  })
  .meta({ id: 'Movement' });
export type Movement = z.infer<typeof Movement>;

export const getTokenSummary = memberEndpoint('GET', '/api/tokens/summary', {
  summary: 'Balances, what expires when, the link for friends',
  tag: 'tokens',
  response: TokenSummary,
});

export const listPlans = publicEndpoint('GET', '/api/tokens/plans', {
  summary: 'What can be bought',
  tag: 'tokens',
  response: z.array(Plan),
});

export const listMovements = memberEndpoint('GET', '/api/tokens/history', {
  summary:
    "Every movement of the member's tokens, newest first, and orders that are open or failed; the next page is in the Link header",
  tag: 'tokens',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).optional(),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({ transactions: z.array(Movement) }),
  errors: ['invalid_cursor'],
});

const PlanId = z.string().min(1, 'Please choose a plan.').max(60);
const GatewayId = z.string().min(1).max(100);

export const createTopupOrder = memberEndpoint('POST', '/api/tokens/topup/create-order', {
  summary:
    "Orders a plan at the payment gateway at the server's price; an open order of the last 30 minutes is handed out again. Takes an Idempotency-Key",
  tag: 'tokens',
  body: z.object({ planId: PlanId }),
  response: z.object({
    orderId: z.string(),
    amount: z.number().int().describe('In the smallest unit of the currency.'),
    currency: z.string(),
    key: z.string(),
    checkoutScript: z.string().describe("Where the gateway's payment window comes from."),
  }),
  errors: [
    'unknown_plan',
    'gateway_unavailable',
    'too_many_requests',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
});

export const listOpenPayments = memberEndpoint('GET', '/api/tokens/topup/open', {
  summary: 'Payments of unpaid orders that may still go through',
  tag: 'tokens',
  response: z.array(
    z.object({ planId: PlanId, plan: z.string(), date: z.string().describe('When it was ordered.') }),
  ),
});

export const verifyTopup = memberEndpoint('POST', '/api/tokens/topup/verify', {
  summary: 'Credits a paid order, once; "pending" where the gateway has not captured it yet',
  tag: 'tokens',
  body: z.object({
    planId: PlanId.optional(),
    orderId: GatewayId,
    paymentId: GatewayId,
    signature: z.string().regex(/^[0-9a-f]{64}$/, 'Payment verification failed.'),
  }),
  response: z.object({
    message: z.string(),
    status: z.enum(['success', 'pending']),
    plan: z.object({ name: z.string(), price: z.number(), currency: z.string() }),
    tokensAdded: Tokens,
    orderId: z.string(),
    paymentId: z.string(),
  }),
  errors: [
    'order_not_found',
    'wrong_signature',
    'payment_mismatch',
    'payment_failed',
    'paid_before',
    'payment_refunded',
  ],
});

export const reportTopupFailure = memberEndpoint('POST', '/api/tokens/topup/report-failure', {
  summary: 'Notes that a payment did not happen; changes nothing that is paid or of somebody else',
  tag: 'tokens',
  body: z.object({
    planId: PlanId.optional(),
    orderId: GatewayId,
    paymentId: z.string().max(100).nullish(),
    reason: z.string().max(500).nullish(),
  }),
  response: Done,
});

export const visitReferral = publicEndpoint('POST', '/api/referrals/visit', {
  summary: 'Somebody follows a link of a member',
  tag: 'tokens',
  body: z.object({ referralCode: z.string().trim().min(1).max(100) }),
  response: z.object({
    referral: z.object({
      trackingToken: z.string(),
      referrerUserId: z.string(),
      expiresAt: z.string(),
      welcomeTokens: Tokens.describe('What a newcomer gets at sign-up.'),
    }),
  }),
  errors: ['referral_not_found', 'too_many_requests'],
});

/** What a member's referral link has brought. */
export const ReferralSummary = z
  .object({
    joined: z.number().int().describe('Newcomers who signed up by the link.'),
    rewarded: z.number().int().describe('Those of them whose address is verified and rewarded.'),
    tokens: Tokens.describe('All rewards so far, spent ones included.'),
    welcomeTokens: Tokens.describe('What a newcomer gets at sign-up.'),
    newcomerTokens: Tokens.describe('What each newcomer brings; half as many again for Pro members.'),
    rewards: z
      .array(
        z.object({
          trnId: z.string(),
          reason: z.enum(['newcomer', 'tier', 'other']),
          tokens: Tokens,
          date: z.string(),
        }),
      )
      .describe('The newest first, 20 at most.'),
  })
  .meta({ id: 'ReferralSummary' });
export type ReferralSummary = z.infer<typeof ReferralSummary>;

export const getReferrals = memberEndpoint('GET', '/api/referrals', {
  summary: "What a member's link has brought so far",
  tag: 'tokens',
  response: ReferralSummary,
});

export const getReceipt = memberEndpoint('GET', '/api/tokens/receipts/:number', {
  summary: "A receipt or refund voucher of the member's, as a page to print or as a PDF",
  tag: 'tokens',
  params: z.object({ number: z.string().regex(/^[A-Z0-9-]{1,40}$/) }),
  query: z.object({ format: z.enum(['html', 'pdf']).optional() }),
  response: z.string(),
  errors: ['receipt_not_found'],
});
