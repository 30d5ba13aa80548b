import type { Experience, TokenSummary } from '@oriel/contract';

/**
 * What stands between a visitor and a tour.
 *
 * `unknown`: until a member's own catalogue and balance are loaded; the tour counts as locked.
 * `payable`: a member can open it with what they have. `verify`: they could if their email were verified. `short`: they cannot.
 * `busy`: it is being unlocked; what the member was told stays, so that nothing moves under the pointer. Costs and balances are whole tokens; a cost of 0 means that only a plan opens the tour. Of the
 * balance, `pending` tokens cannot be spent yet.
 */
export type Access =
  | { kind: 'open'; byPlan: boolean }
  | { kind: 'sign-in' | 'unknown'; cost: number }
  | { kind: 'busy'; cost: number; balance?: number; pending?: number }
  | ({ kind: 'payable' | 'verify' | 'short' } & Sums);

/** What a member is told before they decide. */
export interface Sums {
  cost: number;
  balance: number;
  pending: number;
}

export interface Visitor {
  isMember: boolean;
  /** Whether the experience was loaded for this member; else it is as guests see it. */
  isOwn: boolean;
  summary:
    | Pick<TokenSummary, 'wallet' | 'pendingBalance' | 'awaitingVerification' | 'subscriptionType'>
    | undefined;
  /** Whether the member unlocked the tour since this page was loaded. */
  hasOpened: boolean;
  isOpening: boolean;
}

type Gate = Pick<Experience, 'isPermission' | 'tokensRequired' | 'partOfPackage'>;

/** Decides what a visitor is offered. The server decides again when they accept it. */
export function accessTo(
  { isPermission, tokensRequired: cost, partOfPackage }: Gate,
  visitor: Visitor,
): Access {
  const { isMember, isOwn, summary, hasOpened, isOpening } = visitor;
  if (isPermission || (isMember && hasOpened)) {
    const hasPlan = summary !== undefined && summary.subscriptionType !== 'Free';
    return { kind: 'open', byPlan: isMember && !hasOpened && cost > 0 && partOfPackage && hasPlan };
  }
  if (!isMember) return { kind: 'sign-in', cost };
  if (!isOwn || summary === undefined) return { kind: isOpening ? 'busy' : 'unknown', cost };
  const { wallet, pendingBalance: pending, awaitingVerification } = summary;
  const { totalBalance: balance } = wallet;
  const kind = isOpening ? 'busy' : payment(cost, balance - pending, awaitingVerification);
  return { kind, cost, balance, pending };
}

function payment(
  cost: number,
  spendable: number,
  awaitingVerification: number,
): 'payable' | 'verify' | 'short' {
  if (cost === 0) return 'short';
  if (spendable >= cost) return 'payable';
  return spendable + awaitingVerification >= cost ? 'verify' : 'short';
}

/** How many tokens a member lacks for a tour; 0 where they have enough, or where their balance is not known. */
export function missingFor(cost: number, summary: Visitor['summary']): number {
  if (summary === undefined) return 0;
  return Math.max(0, cost - (summary.wallet.totalBalance - summary.pendingBalance));
}
