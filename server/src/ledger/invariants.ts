import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { PAYMENT_RULES } from '../features/payments/ledger-rules.ts';
import { REFERRAL_RULES } from '../features/referrals/ledger-rules.ts';
import { CAUSE_RULES } from './causes.ts';
import { PROGRESS_RULES } from './progress-rules.ts';
import { PURCHASE_RULES } from './purchase-rules.ts';
import { LEDGER_RULES, type Rule, type Violation } from './rules.ts';

/** The invariants of tokens and money: I1-I7, and the part of I8 that the tables alone can show. */
export const RULES: readonly Rule[] = [
  ...LEDGER_RULES,
  ...CAUSE_RULES,
  ...PURCHASE_RULES,
  ...PAYMENT_RULES,
  ...REFERRAL_RULES,
  ...PROGRESS_RULES,
];

/** Per rule. */
const MAX_VIOLATIONS = 50;

/**
 * Finds the violations of rules in one statement, and so in one snapshot.
 *
 * @param tables common table expressions that replace tables of the rules
 */
export async function violationsOf(
  db: Db,
  rules: readonly Rule[],
  tables?: RawBuilder<unknown>,
): Promise<Violation[]> {
  const findings = rules.map(
    ({ rule, query }) =>
      sql`(SELECT ${rule} AS rule, finding.* FROM (${query}) AS finding LIMIT ${MAX_VIOLATIONS})`,
  );
  const { rows } = await sql<Violation>`
    ${tables ? sql`WITH ${tables}` : sql``} ${sql.join(findings, sql` UNION ALL `)}
  `.execute(db);
  return rows;
}

/** Finds the violations of all rules in one snapshot of the whole database. */
export function findViolations(db: Db): Promise<Violation[]> {
  return violationsOf(db, RULES);
}
