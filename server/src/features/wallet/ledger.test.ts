import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createFundedWallet, expectSoundLedger } from '../../../testing/apps/wallet-app.ts';
import { inTransaction, sqlState } from '../../database/database.ts';
import { findViolations } from '../../ledger/invariants.ts';
import { grantTokens } from './service.ts';

const CHECK = '23514';
const RESTRICT = '23001';
const UNIQUE = '23505';

const funded = createFundedWallet();

/** The SQLSTATE with which the database refuses statements in one transaction; undefined where it takes them. */
async function refusal(...statements: string[]): Promise<string | undefined> {
  try {
    await inTransaction(funded.site.db, async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
    return undefined;
  } catch (error) {
    return sqlState(error) ?? String(error);
  }
}

const beginTransaction = (reference: string) =>
  `INSERT INTO ledger_transactions (kind, reference, member_id) VALUES ('topup', '${reference}', '${funded.memberId}')`;
const entry = (account: string, amount: number) =>
  `INSERT INTO ledger_entries (transaction_id, account, amount)
    VALUES (currval(pg_get_serial_sequence('ledger_transactions', 'id')), '${account}', ${amount})`;

describe('the database refuses', () => {
  afterAll(() => expectSoundLedger(funded.site.db));

  it('I1: a transaction that does not sum to zero, or is empty', async () => {
    expect(await refusal(beginTransaction('odd-1'), entry('sales', -5), entry('tours', 4))).toBe(CHECK);
    expect(await refusal(beginTransaction('odd-2'), entry('sales', -5))).toBe(CHECK);
    expect(await refusal(beginTransaction('odd-3'))).toBe(CHECK);
    expect(await refusal(beginTransaction('odd-4'), entry('sales', 0))).toBe(CHECK);
    const balanced = `INSERT INTO ledger_entries (transaction_id, account, amount)
      SELECT id, account, amount FROM ledger_transactions, (VALUES ('sales', -5), ('tours', 5)) AS entry (account, amount)
      WHERE reference = 'odd-5'`;
    expect(await refusal(beginTransaction('odd-5'), balanced, entry('expired', 1))).toBe(CHECK);
  });

  it("I2: entries of another member than the transaction's", async () => {
    const other = (await funded.site.join()).user.id;
    const moved = `INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount)
      SELECT t.id, entry.account, entry.member_id, entry.lot_id, entry.amount
      FROM ledger_transactions AS t JOIN wallet_lots AS l ON l.transaction_id = ${funded.transactionId},
        LATERAL (VALUES ('member', '${other}', l.id, -5), ('tours', NULL, NULL, 5)) AS entry (account, member_id, lot_id, amount)
      WHERE t.reference = 'odd-6'`;
    expect(await refusal(beginTransaction('odd-6'), moved)).toBe(CHECK);
  });

  it('kinds, references and accounts that do not exist, and accounts of members without a lot', async () => {
    const begun = (kind: string, reference: string) =>
      `INSERT INTO ledger_transactions (kind, reference, member_id) VALUES ('${kind}', '${reference}', '${funded.memberId}')`;
    expect(await refusal(begun('gift', 'odd-7'))).toBe(CHECK);
    expect(await refusal(begun('topup', ''))).toBe(CHECK);
    expect(await refusal(begun('topup', 'x'.repeat(201)))).toBe(CHECK);
    expect(await refusal(beginTransaction('odd-8'), entry('nowhere', 5))).toBe(CHECK);
    expect(await refusal(beginTransaction('odd-9'), entry('member', 5))).toBe(CHECK);
  });

  it('a statement that writes entries of two transactions which only sum to zero together', async () => {
    const entries = `INSERT INTO ledger_entries (transaction_id, account, amount)
      SELECT id, 'sales', CASE reference WHEN 'odd-10' THEN 5 ELSE -5 END FROM ledger_transactions
      WHERE reference IN ('odd-10', 'odd-11')`;
    expect(await refusal(beginTransaction('odd-10'), beginTransaction('odd-11'), entries)).toBe(CHECK);
  });

  it('entries that are added to a transaction later', async () => {
    const late = (account: string, amount: number) =>
      `INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (${funded.transactionId}, '${account}', ${amount})`;
    expect(await refusal(late('tours', -5), late('expired', 5))).toBe(RESTRICT);
  });

  it.each([
    'UPDATE ledger_transactions SET reference = reference',
    'DELETE FROM ledger_transactions',
    'UPDATE ledger_entries SET amount = amount',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'TRUNCATE ledger_transactions CASCADE',
    'DELETE FROM wallet_lots',
    'UPDATE wallet_lots SET granted = granted + 1',
    "UPDATE wallet_lots SET expires_at = expires_at + interval '1 day'",
    'DELETE FROM unlocks',
    'UPDATE unlocks SET tokens = tokens',
  ])('a change of history: %s', async (statement) => {
    expect(await refusal(statement)).toBe(RESTRICT);
  });

  it('I3: balances below zero', async () => {
    expect(await refusal('UPDATE wallets SET topup = topup - 101')).toBe(CHECK);
    expect(await refusal('UPDATE wallet_lots SET remaining = remaining - 101')).toBe(CHECK);
    expect(await refusal('UPDATE wallet_lots SET remaining = granted + 1')).toBe(CHECK);
  });

  it('the number of an unlocked tour for a new one', async () => {
    const tour = (id: number) =>
      `INSERT INTO experiences (id, slug, title) VALUES (${id}, 'again-${id}', 'Again')`;
    await sql`SELECT unlock_experience(${funded.memberId}, 4711, 10)`.execute(funded.site.db);
    expect(await refusal(tour(4711))).toBe(UNIQUE);
    expect(await refusal(tour(4712), 'UPDATE experiences SET id = 4711 WHERE id = 4712')).toBe(UNIQUE);
  });

  it('a second transaction for the same cause', async () => {
    const { reference } = await funded.site.db
      .selectFrom('ledger_transactions')
      .select('reference')
      .where('id', '=', funded.transactionId)
      .executeTakeFirstOrThrow();
    expect(await refusal(beginTransaction(reference), entry('sales', -5), entry('tours', 5))).toBe(UNIQUE);
  });

  it.each(['-100', '0', '9223372036854775808', '2147483648'])(
    'W24: %s tokens as a price or a grant',
    async (tokens) => {
      const [price, grant] = [
        await refusal(`SELECT unlock_experience('${funded.memberId}', 1, ${tokens})`),
        await refusal(
          `SELECT grant_tokens('${funded.memberId}', 'topup', ${tokens}, now() + interval '1 day', 'manual:test:w24')`,
        ),
      ];
      // Beyond an integer there is no such function, or no such number.
      expect([CHECK, '42883', '22003']).toContain(price);
      expect([CHECK, '42883', '22003']).toContain(grant);
    },
  );

  it.each([-1, 1.5, 2 ** 63])('W24: %d as the price of a tour', async (tokens) => {
    await expect(
      sql`INSERT INTO experiences (slug, tokens_required) VALUES ('w24', ${tokens})`.execute(funded.site.db),
    ).rejects.toThrow(/violates check constraint|invalid input syntax|out of range/);
    const grant = {
      memberId: funded.memberId,
      kind: 'topup',
      tokens,
      validityDays: 1,
      reference: 'manual:test:w24',
    } as const;
    await expect(inTransaction(funded.site.db, (tx) => grantTokens(tx, grant))).rejects.toThrow(
      /violates check constraint|invalid input syntax|out of range/,
    );
  });
});

describe('the check finds', () => {
  /** Does something to the database that its own rules would refuse, and looks. Nothing of it stays. */
  async function rulesBrokenBy(...statements: string[]): Promise<string[]> {
    const rules: string[] = [];
    await inTransaction(funded.site.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      for (const table of ['wallet_lots', 'wallets']) {
        const { rows } = await sql<{ name: string }>`
          SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype = 'c'
        `.execute(tx);
        for (const { name } of rows) {
          await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(tx);
        }
      }
      await sql`ALTER DOMAIN token_balance DROP CONSTRAINT token_balance_check`.execute(tx);
      for (const statement of statements) await sql.raw(statement).execute(tx);
      for (const { rule, where } of await findViolations(tx)) {
        // Sums of all rows only repeat what is wrong in one.
        if (!where.startsWith('account ')) rules.push(rule.split(':', 1)[0] ?? '');
      }
      throw new Error('take it back');
    }).catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'take it back') throw error;
    });
    return [...new Set(rules)].sort();
  }

  it('nothing in a sound ledger', async () => {
    expect(await rulesBrokenBy()).toEqual([]);
  });

  it('I1: a missing entry', async () => {
    expect(
      await rulesBrokenBy(
        `DELETE FROM ledger_entries WHERE transaction_id = ${funded.transactionId} AND account = 'sales'`,
      ),
    ).toEqual(['I1']);
  });

  it('I2: a wallet that holds something else', async () => {
    expect(
      await rulesBrokenBy(`UPDATE wallets SET bonus = 5 WHERE member_id = '${funded.memberId}'`),
    ).toEqual(['I2']);
    expect(await rulesBrokenBy(`DELETE FROM wallets WHERE member_id = '${funded.memberId}'`)).toEqual(['I2']);
  });

  it('I2: tokens that move to another member', async () => {
    const other = (await funded.site.join()).user.id;
    expect(
      await rulesBrokenBy(
        `UPDATE ledger_transactions SET member_id = '${other}' WHERE id = ${funded.transactionId}`,
      ),
    ).toEqual(['I2']);
  });

  it('I3: a lot below zero', async () => {
    const broken = await rulesBrokenBy(
      `SELECT unlock_experience('${funded.memberId}', 9, 100)`,
      `
      INSERT INTO ledger_transactions (kind, reference, member_id) SELECT 'expiry', 'expiry:' || id, member_id FROM wallet_lots WHERE transaction_id = ${funded.transactionId}`,
      entry('expired', 10),
      `INSERT INTO ledger_entries SELECT currval(pg_get_serial_sequence('ledger_transactions', 'id')), 'member', member_id, id, -10
        FROM wallet_lots WHERE transaction_id = ${funded.transactionId}`,
      `UPDATE wallet_lots SET remaining = -10 WHERE transaction_id = ${funded.transactionId}`,
      `UPDATE wallets SET topup = -10 WHERE member_id = '${funded.memberId}'`,
    );
    expect(broken).toEqual(['I3']);
  });

  it('I4: tokens for an uncredited order', async () => {
    expect(
      await rulesBrokenBy(
        `SELECT grant_tokens('${funded.memberId}', 'topup', 5, now() + interval '1 day', 'topup:none')`,
      ),
    ).toEqual(['I4']);
  });

  it('I5: an unlocked tour that was not paid, and a payment for nothing', async () => {
    const unlocked = `SELECT unlock_experience('${funded.memberId}', 8, 10)`;
    expect(
      await rulesBrokenBy(unlocked, `DELETE FROM unlocks WHERE member_id = '${funded.memberId}'`),
    ).toEqual(['I5']);
    expect(
      await rulesBrokenBy(unlocked, `UPDATE unlocks SET tokens = 9 WHERE member_id = '${funded.memberId}'`),
    ).toEqual(['I5']);
    expect(
      await rulesBrokenBy(`INSERT INTO unlocks (member_id, experience_id, tokens, transaction_id)
        VALUES ('${funded.memberId}', 8, 10, ${funded.transactionId})`),
    ).toEqual(['I5']);
  });

  it('I7: a lot that lost tokens, and one that was spent too late', async () => {
    expect(
      await rulesBrokenBy(
        `UPDATE wallet_lots SET remaining = 99 WHERE transaction_id = ${funded.transactionId}`,
      ),
    ).toEqual(['I7']);
    expect(
      await rulesBrokenBy(
        `SELECT unlock_experience('${funded.memberId}', 8, 10)`,
        `UPDATE wallet_lots SET expires_at = now() - interval '1 hour' WHERE transaction_id = ${funded.transactionId}`,
      ),
    ).toEqual(['I7']);
  });
});
