import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { PAYMENT_RULES } from '../features/payments/check.ts';
import { REFERRAL_RULES } from '../features/referrals/check.ts';
import { regularly } from '../http/regularly.ts';
import { CAUSE_RULES } from './causes.ts';
import { PURCHASE_RULES } from './purchase-rules.ts';
import { LEDGER_RULES, type Rule, type Violation } from './rules.ts';

/** Every invariant of tokens and money: I1-I7, and what of I8 the tables alone can show. */
const RULES: readonly Rule[] = [
  ...LEDGER_RULES,
  ...CAUSE_RULES,
  ...PURCHASE_RULES,
  ...PAYMENT_RULES,
  ...REFERRAL_RULES,
];

/** The most findings of one rule that are shown; a database with more is broken anyway. */
const SHOWN = 50;

const CHECK_EVERY_MS = 60 * 60_000;

/** Checks the ledger every hour, and logs what breaks a rule as an error. */
export function watchLedger(app: FastifyInstance): void {
  const { db, backgroundDb = db, log } = app.dependencies;
  regularly(app, {
    purpose: 'check the ledger',
    everyMs: CHECK_EVERY_MS,
    work: async () => {
      for (const violation of await findViolations(backgroundDb))
        log.error(violation, 'the ledger breaks a rule');
    },
  });
}

/** Looks through the whole database for what the ledger's rules do not allow: in one statement, so as it is at one moment. */
export async function findViolations(db: Db): Promise<Violation[]> {
  const findings = RULES.map(
    ({ rule, query }) => sql`(SELECT ${rule} AS rule, finding.* FROM (${query}) AS finding LIMIT ${SHOWN})`,
  );
  const { rows } = await sql<Violation>`${sql.join(findings, sql` UNION ALL `)}`.execute(db);
  return rows;
}
