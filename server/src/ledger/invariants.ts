import type { Db } from '../database/database.ts';
import { PAYMENT_RULES } from '../features/payments/ledger-rules.ts';
import { REFERRAL_RULES } from '../features/referrals/ledger-rules.ts';
import { CAUSE_RULES } from './cause-rules.ts';
import { MOVEMENT_RULES } from './movement-rules.ts';
import { PROGRESS_RULES } from './progress-rules.ts';
import { PURCHASE_RULES } from './purchase-rules.ts';
import type { Rule, Violation } from './rules.ts';
import { violationsOf } from './violation-store.ts';

/** The invariants of tokens and money: I1-I7, and the part of I8 that the tables alone can show. */
export const RULES: readonly Rule[] = [
  ...MOVEMENT_RULES,
  ...CAUSE_RULES,
  ...PURCHASE_RULES,
  ...PAYMENT_RULES,
  ...REFERRAL_RULES,
  ...PROGRESS_RULES,
];

/** Finds the violations of all rules in one snapshot of the whole database. */
export function findViolations(db: Db): Promise<Violation[]> {
  return violationsOf(db, RULES);
}
