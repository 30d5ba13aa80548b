import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { PAYMENT_RULES } from '../features/payments/ledger-rules.ts';
import { REFERRAL_RULES } from '../features/referrals/ledger-rules.ts';
import { CAUSE_RULES } from './causes.ts';
import { PROGRESS_RULES } from './progress-rules.ts';
import { PURCHASE_RULES } from './purchase-rules.ts';
import { LEDGER_RULES, type Rule, type Violation } from './rules.ts';

/** Every invariant of tokens and money: I1-I7, and what of I8 the tables alone can show. */
export const RULES: readonly Rule[] = [
  ...LEDGER_RULES,
  ...CAUSE_RULES,
  ...PURCHASE_RULES,
  ...PAYMENT_RULES,
  ...REFERRAL_RULES,
  ...PROGRESS_RULES,
];

/** The most findings of one rule that are shown; a database with more is broken anyway. */
const SHOWN = 50;

/**
 * Looks for what breaks some rules: in one statement, so as it is at one moment.
 *
 * @param tables common table expressions that stand for the tables which the rules name
 */
export async function violationsOf(
  db: Db,
  rules: readonly Rule[],
  tables?: RawBuilder<unknown>,
): Promise<Violation[]> {
  const findings = rules.map(
    ({ rule, query }) => sql`(SELECT ${rule} AS rule, finding.* FROM (${query}) AS finding LIMIT ${SHOWN})`,
  );
  const { rows } = await sql<Violation>`
    ${tables ? sql`WITH ${tables}` : sql``} ${sql.join(findings, sql` UNION ALL `)}
  `.execute(db);
  return rows;
}

/** Looks through the whole database for what the ledger's rules do not allow, as it is at one moment. */
export function findViolations(db: Db): Promise<Violation[]> {
  return violationsOf(db, RULES);
}
