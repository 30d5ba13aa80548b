import type { Movement, TokenSummary } from '@oriel/contract';
import { formatMoney } from '@oriel/contract/money';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

type Kind = TokenSummary['lots'][number]['type'];

export const KIND_WORDS: Record<Kind, string> = { bonus: 'bonus', referral: 'referral', topup: 'top-up' };

export const TYPE_WORDS: Record<Movement['type'], string> = {
  topup: 'Top-up',
  bonus: 'Bonus',
  referral: 'Referral',
  unlock: 'Unlock',
  expiry: 'Expiry',
  refund: 'Refund',
};

export const STATUS_WORDS: Record<Movement['status'], string> = {
  success: 'Success',
  pending: 'Pending',
  failed: 'Failed',
};

/** A count of tokens with the thousands of the visitor's language. */
export function amountOf(tokens: number): string {
  return tokens.toLocaleString();
}

/** As `amountOf`, with the noun. */
export function tokensOf(tokens: number): string {
  return `${amountOf(tokens)} ${Math.abs(tokens) === 1 ? 'token' : 'tokens'}`;
}

/** What a movement adds or takes, with its sign. */
export function signedTokens(tokens: number): string {
  const sign = tokens > 0 ? '+' : tokens < 0 ? '\u2212' : '';
  return `${sign}${amountOf(Math.abs(tokens))}`;
}

/** Money as the people who pay in it write it. @param price in major units: 1999 is ₹1,999 */
export const moneyOf = (price: number, currency: string): string => formatMoney(price, currency);

/** A day, as 21 Nov 2027. @param date as the API writes moments */
export function dayOf(date: string): string {
  return DAY.format(new Date(date));
}

export function daysOf(days: number): string {
  return `${days.toLocaleString()} ${days === 1 ? 'day' : 'days'}`;
}

/**
 * What is left of a grant and until when, as "100 bonus tokens until 21 Nov 2027", and from when it can be spent where that
 * is not now.
 */
export function lotInWords({
  type,
  tokens,
  expiresAt,
  availableAt,
  awaitsVerification,
}: TokenSummary['lots'][number]): string {
  const noun = tokens === 1 ? 'token' : 'tokens';
  const conditions = [
    ...(availableAt === null ? [] : [`from ${dayOf(availableAt)}`]),
    ...(awaitsVerification ? ['once your email is verified'] : []),
  ];
  const lot = `${amountOf(tokens)} ${KIND_WORDS[type]} ${noun} until ${dayOf(expiresAt)}`;
  return conditions.length === 0 ? lot : `${lot}, can be spent ${conditions.join(', ')}`;
}
