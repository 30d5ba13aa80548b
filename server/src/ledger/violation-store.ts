import { type RawBuilder, sql } from 'kysely';
import { type Db, sqlState, type Tx } from '../database/database.ts';
import type { Window } from './progress-store.ts';
import type { Rule, Violation } from './rules.ts';

const QUERY_CANCELED = '57014';
/** Per rule. */
const MAX_VIOLATIONS = 50;

/**
 * The tables that the rules name, restricted to members whose tokens moved. Rules that concern one member at a time find the
 * same violations in them. They are not materialized, so that rules still use the indexes.
 */
function membersOf({ from, to, restoredUntil }: Window): RawBuilder<unknown> {
  const ofTouched = (table: string, condition: RawBuilder<unknown>) =>
    sql`${sql.table(table)} AS NOT MATERIALIZED (SELECT * FROM ${sql.table(table)} WHERE ${condition})`;
  const byMember = sql`member_id IN (SELECT member_id FROM touched)`;
  return sql`
    moved AS MATERIALIZED (
      SELECT id, member_id FROM ledger_transactions
      WHERE xact_id BETWEEN ${from}::xid8 AND ${to}::xid8 AND id > ${restoredUntil}
    ),
    touched AS MATERIALIZED (
      SELECT member_id FROM moved
      UNION SELECT l.member_id FROM ledger_entries AS e JOIN wallet_lots AS l ON l.id = e.lot_id
        WHERE e.transaction_id IN (SELECT id FROM moved)
      UNION SELECT newcomer_id FROM referral_rewards WHERE transaction_id IN (SELECT id FROM moved)
    ),
    ${sql.join([
      ofTouched('members', sql`id IN (SELECT member_id FROM touched)`),
      ofTouched('ledger_transactions', byMember),
      ofTouched('ledger_entries', sql`transaction_id IN (SELECT id FROM ledger_transactions)`),
      ofTouched('wallet_lots', byMember),
      ofTouched('wallets', byMember),
      ofTouched('unlocks', byMember),
      ofTouched('referral_rewards', byMember),
      ofTouched('referral_totals', byMember),
      ofTouched('payment_orders', byMember),
      ofTouched('payments', sql`order_id IN (SELECT id FROM payment_orders)`),
      ofTouched('refunds', sql`payment_id IN (SELECT id FROM payments)`),
      ofTouched('refund_attempts', sql`payment_id IN (SELECT id FROM payments)`),
      ofTouched('disputes', sql`payment_id IN (SELECT id FROM payments)`),
      ofTouched('receipts', byMember),
    ])}
  `;
}

/**
 * Finds the violations of rules in one statement, and so in one snapshot.
 *
 * @param window the part of the journal whose members are checked; by default everything
 */
export async function violationsOf(db: Db, rules: readonly Rule[], window?: Window): Promise<Violation[]> {
  const findings = rules.map(
    ({ rule, query }) =>
      sql`(SELECT ${rule} AS rule, finding.* FROM (${query}) AS finding LIMIT ${MAX_VIOLATIONS})`,
  );
  const { rows } = await sql<Violation>`
    ${window ? sql`WITH ${membersOf(window)}` : sql``} ${sql.join(findings, sql` UNION ALL `)}
  `.execute(db);
  return rows;
}

/** Finds the violations of one rule. A query that exceeds the statement timeout counts as a violation. */
export async function violationsInTime(tx: Tx, rule: Rule): Promise<Violation[]> {
  await sql`SAVEPOINT rule`.execute(tx);
  try {
    const violations = await violationsOf(tx, [rule]);
    await sql`RELEASE SAVEPOINT rule`.execute(tx);
    return violations;
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    await sql`ROLLBACK TO SAVEPOINT rule`.execute(tx);
    return [{ rule: rule.rule, where: 'the whole database', problem: 'was not looked at: it took too long' }];
  }
}
