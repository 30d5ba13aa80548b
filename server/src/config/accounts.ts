import { HASH_COST, type HashCost } from './hash-cost.ts';
import type { Settings } from './settings.ts';

/** Passwords and sign-up. */
export interface AccountsConfig {
  /** At least the contract's minimum. */
  passwordMinLength: number;
  /** How many passwords are hashed at the same time. */
  hashesAtOnce: number;
  /** Of new hashes; older hashes are replaced when their member signs in. */
  hashCost: HashCost;
  /** How many passwords may wait to be hashed; further requests get 503. */
  hashQueue: number;
  /** Sign-ups per IP in ten minutes. */
  signUpsPerIp: number;
}

/** Referral rewards in tokens, without the extra for Pro referrers. */
export interface ReferralsConfig {
  /** For the newcomer, at sign-up. */
  welcomeTokens: number;
  /** For the referrer, once the newcomer's email is verified. */
  newcomerTokens: number;
  /** For the referrer, when the newcomer buys a plan with a tier within `tierDays` of signing up. */
  tierTokens: number;
  tierDays: number;
  /** The validity of these tokens. */
  validityDays: number;
  /** How long a visit by a referral link counts. */
  visitDays: number;
  /** How long the referrer's rewards are in the balance before they can be spent. */
  holdDays: { newcomer: number; tier: number };
  /** Rewards of one kind per referrer, in 24 hours and in 30 days. */
  caps: { perDay: number; perMonth: number };
}

/** The OpenID provider of "Continue with Google", and our client there. */
export interface GoogleConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export function accountsOf(settings: Settings): AccountsConfig {
  return {
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    hashesAtOnce: settings.HASHES_AT_ONCE,
    hashCost: HASH_COST,
    hashQueue: settings.HASH_QUEUE,
    signUpsPerIp: settings.SIGN_UPS_PER_ADDRESS,
  };
}

export function referralsOf(settings: Settings): ReferralsConfig {
  return {
    welcomeTokens: settings.REFERRAL_WELCOME_TOKENS,
    newcomerTokens: settings.REFERRAL_NEWCOMER_TOKENS,
    tierTokens: settings.REFERRAL_TIER_TOKENS,
    tierDays: 10,
    validityDays: settings.GIFT_VALIDITY_DAYS,
    visitDays: 30,
    holdDays: { newcomer: settings.REFERRAL_HOLD_DAYS, tier: settings.REFERRAL_TIER_HOLD_DAYS },
    caps: { perDay: settings.REFERRALS_PER_DAY, perMonth: settings.REFERRALS_PER_MONTH },
  };
}

/** @returns undefined where Google sign-in is not configured */
export function googleOf(settings: Settings): GoogleConfig | undefined {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}
