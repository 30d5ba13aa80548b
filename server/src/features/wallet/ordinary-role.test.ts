import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databaseUrl } from '../../../testing/administer.ts';
import { type Db, inTransaction, openDatabase, sqlState } from '../../database/database.ts';
import { migrateToLatest } from '../../database/migrations.ts';
import { expireTokens, grantTokens, reversePurchase } from './service.ts';

const NOT_PERMITTED = '42501';
const RESTRICT = '23001';
const MEMBER = `m_${'A'.repeat(22)}`;

/** An ordinary role that owns its database, as an installation's own PostgreSQL has it. The tests' role is a superuser. */
const role = `ordinary_${randomBytes(6).toString('hex')}`;
let db: Db;

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('maintenanceUrl') });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function state(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => sqlState(error) ?? String(error),
  );
}

beforeAll(async () => {
  await administer(
    `CREATE ROLE ${role} LOGIN NOSUPERUSER PASSWORD '${role}'`,
    `CREATE DATABASE ${role} OWNER ${role} TEMPLATE template0 ${inject('emptyDatabaseOptions')}`,
  );
  const url = new URL(databaseUrl(inject('maintenanceUrl'), role));
  url.username = role;
  url.password = role;
  db = openDatabase({ connectionString: url.href, poolSize: 3 });
  await migrateToLatest(db);
  await sql`INSERT INTO members (id, email, first_name) VALUES (${MEMBER}, 'anna@example.org', 'Anna')`.execute(
    db,
  );
});
afterAll(async () => {
  await db.destroy();
  await administer(`DROP DATABASE ${role} WITH (FORCE)`, `DROP ROLE ${role}`);
});

describe('an ordinary role that owns the tables', () => {
  it('moves tokens in every way', async () => {
    const { rows } = await sql`SELECT FROM pg_roles WHERE rolname = current_user AND NOT rolsuper`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
    const grant = (reference: string, validityDays = 30) =>
      inTransaction(db, (tx) =>
        grantTokens(tx, { memberId: MEMBER, kind: 'topup', tokens: 100, validityDays, reference }),
      );
    const bought = await grant('topup:one');
    await grant('topup:two', 0);
    expect(await expireTokens(db, MEMBER)).toBe(100);
    await sql`SELECT unlock_experience(${MEMBER}, 1, 40)`.execute(db);
    const reversal = { transactionId: bought ?? 0, tokens: 100, reference: 'refund:one' };
    expect(await inTransaction(db, (tx) => reversePurchase(tx, reversal))).toBe(60);
    await sql`INSERT INTO plans (id, name, tokens, amount, currency, validity_days) VALUES ('p', 'P', 100, 100, 'INR', 30)`.execute(
      db,
    );
    const order = `or_${'B'.repeat(22)}`;
    await sql`
      INSERT INTO payment_orders (id, member_id, plan_id, plan_name, tokens, validity_days, amount, currency)
      VALUES (${order}, ${MEMBER}, 'p', 'P', 100, 30, 100, 'INR')
    `.execute(db);
    await sql`
      UPDATE payment_orders SET status = 'paid', ledger_transaction_id = ${bought}, paid_at = now() WHERE id = ${order}
    `.execute(db);
    await sql`INSERT INTO payments (id, order_id, amount, currency, status) VALUES ('pay', ${order}, 100, 'INR', 'captured')`.execute(
      db,
    );
    await sql`INSERT INTO refunds (id, payment_id, kind, amount, currency) VALUES ('r', 'pay', 'refund', 1, 'INR')`.execute(
      db,
    );
    await sql`UPDATE refunds SET tokens_due = 1, tokens_taken = 1`.execute(db);
    await sql`INSERT INTO receipt_series VALUES ('2026', 1)`.execute(db);
    await sql`
      INSERT INTO receipts (number, series, serial, order_id, payment_id, member_id, seller, buyer)
      VALUES ('R-1', '2026', 1, ${order}, 'pay', ${MEMBER}, '{}', '{"name": "Anna"}')
    `.execute(db);
    // As when a member leaves.
    await sql`UPDATE receipts SET buyer = '{}'`.execute(db);
    await sql`UPDATE members SET email = NULL, first_name = '', deleted_at = now() WHERE id = ${MEMBER}`.execute(
      db,
    );
  });

  it.each([
    'UPDATE ledger_transactions SET reference = reference',
    'UPDATE ledger_transactions SET created_at = now()',
    'DELETE FROM ledger_transactions',
    'TRUNCATE ledger_transactions CASCADE',
    'UPDATE ledger_entries SET amount = amount',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'UPDATE wallet_lots SET granted = granted',
    'UPDATE wallet_lots SET expires_at = expires_at',
    'DELETE FROM wallet_lots',
    'TRUNCATE wallet_lots CASCADE',
    'UPDATE unlocks SET tokens = tokens',
    'DELETE FROM unlocks',
    'TRUNCATE unlocks',
    'UPDATE receipts SET member_id = member_id',
    'DELETE FROM receipts',
    'UPDATE refunds SET amount = amount',
    'DELETE FROM refunds',
    'UPDATE audit_events SET action = action',
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
  ])('may not: %s', async (statement) => {
    expect(await state(sql.raw(statement).execute(db))).toBe(NOT_PERMITTED);
  });

  it.each([
    // Foreign keys need a right of it.
    'UPDATE ledger_transactions SET id = DEFAULT',
    // A number is given once.
    'UPDATE receipts SET number = number',
    'UPDATE receipts SET number = NULL, series = NULL, serial = NULL',
  ])('may not even where some right of it is needed: %s', async (statement) => {
    expect(await state(sql.raw(statement).execute(db))).toBe(RESTRICT);
  });
});
