import type { Movement, TokenSummary } from '@oriel/contract';
import { formatDate, formatNumber, tokenNoun } from '../../format.ts';

type Kind = TokenSummary['lots'][number]['type'];

export const KIND_LABELS: Record<Kind, string> = { bonus: 'bonus', referral: 'referral', topup: 'top-up' };

const TYPE_LABELS: Record<Movement['type'], string> = {
  topup: 'Top-up',
  bonus: 'Welcome bonus',
  referral: 'Referral reward',
  unlock: 'Unlock',
  expiry: 'Expired tokens',
  refund: 'Refund',
};

/** "Welcome bonus", "Unlock: The west suite", "Top-up, Plus plan", "Top-up, Plus plan: not credited". */
export function movementInWords({ type, title }: Pick<Movement, 'type' | 'title'>): string {
  const label = TYPE_LABELS[type];
  if (title === undefined) return label;
  if (type !== 'topup' && type !== 'refund') return `${label}: ${title}`;
  const [plan = '', ...rest] = title.split(': ');
  return [`${label}, ${plan} plan`, ...rest].join(': ');
}

const STATUS_LABELS: Record<Movement['status'], string> = {
  success: 'Success',
  pending: 'Pending',
  failed: 'Failed',
};

/** After so long no order is paid that was left in the payment window. */
const LEFT_AFTER_MS = 30 * 60 * 1000;

/** Success, Pending, Failed; "Not paid" for a purchase that was left. @param now in milliseconds since 1970 */
export function statusLabel(
  { type, status, date }: Pick<Movement, 'type' | 'status' | 'date'>,
  now: number,
): string {
  const isLeft = type === 'topup' && status === 'pending' && now - Date.parse(date) > LEFT_AFTER_MS;
  return isLeft ? 'Not paid' : STATUS_LABELS[status];
}

/** "100 bonus tokens, valid until 21 Nov 2027", and from when they can be spent where that is not now. */
export function lotInWords({
  type,
  tokens,
  expiresAt,
  availableAt,
  awaitsVerification,
}: TokenSummary['lots'][number]): string {
  const conditions = [
    ...(availableAt === null ? [] : [`from ${formatDate(availableAt)}`]),
    ...(awaitsVerification ? ['once your email is verified'] : []),
  ];
  const lot = `${formatNumber(tokens)} ${KIND_LABELS[type]} ${tokenNoun(tokens)}, valid until ${formatDate(expiresAt)}`;
  return conditions.length === 0 ? lot : `${lot}, can be spent ${conditions.join(', ')}`;
}
