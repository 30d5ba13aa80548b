import type { Defect } from './defect.ts';

const UNLOCKS = 'server/src/features/unlocks';
const PAYMENTS = 'server/src/features/payments';
const REFERRALS = 'server/src/features/referrals';
const WALLET_SQL = 'server/sql/wallet.sql';
const UNLOCKS_SQL = 'server/sql/unlocks.sql';

/** Where tokens are given, spent and expire, and where referrals are rewarded. */
export const TOKEN_DEFECTS: readonly Defect[] = [
  {
    title: 'no lock: unlocks of one member do not wait for each other',
    file: WALLET_SQL,
    right: `  PERFORM FROM wallets WHERE member_id = member FOR UPDATE;
  IF NOT FOUND THEN`,
    wrong: `  PERFORM FROM wallets WHERE member_id = member;
  IF NOT FOUND THEN`,
    test: `${UNLOCKS}/unlocks.test.ts`,
    name: 'W2:',
  },
  {
    title: 'check, then insert: a cause is looked up before the tokens are given, without a constraint',
    file: WALLET_SQL,
    right: `VALUES (lot_kind, cause, member)
    ON CONFLICT (reference) DO NOTHING RETURNING`,
    wrong: `VALUES (lot_kind, cause, member)
    RETURNING`,
    test: 'server/src/features/wallet/grants.test.ts',
    name: 'a cause gives once',
  },
  {
    title: 'expired tokens can be spent',
    file: UNLOCKS_SQL,
    right: '    IF lot.expires_at <= moment THEN\n',
    wrong: '    IF false THEN\n',
    test: `${UNLOCKS}/expiry.test.ts`,
    name: 'W21',
  },
  {
    title: 'the tokens that expire last are spent first',
    file: UNLOCKS_SQL,
    right: 'ORDER BY expires_at, wallet_lots.id',
    wrong: 'ORDER BY expires_at DESC, wallet_lots.id',
    test: `${UNLOCKS}/unlocks.test.ts`,
    name: 'spends what expires first',
  },
  {
    title: 'referral alias: other addresses of a known mailbox are rewarded as newcomers',
    file: `${REFERRALS}/newcomers.ts`,
    right: 'const digest = digests.digestMailbox(email);',
    wrong: 'const digest = digests.digestEmail(email);',
    test: `${REFERRALS}/abuse.test.ts`,
    name: 'bring one reward of each kind',
  },
  {
    title: 'a refund leaves the referral reward for the plan',
    file: `${PAYMENTS}/refunds/refunds.ts`,
    right: '    await onRefunded?.(tx, purchaseOf(order));\n',
    wrong: '',
    test: `${REFERRALS}/refunded-tier.test.ts`,
    name: 'takes the reward for the plan back',
  },
  {
    title: 'parallel rewards of one referrer are counted in parallel, past the caps',
    file: `${REFERRALS}/rewards.ts`,
    right: '  await lockWallet(tx, unlocked.member_id);\n',
    wrong: '',
    test: `${REFERRALS}/once.test.ts`,
    name: 'as many rewards as the caps allow',
  },
];
