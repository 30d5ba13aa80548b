import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWalletApp, give, type WalletApp } from '../../testing/apps/wallet-app.ts';
import { inTransaction, openDatabase } from '../database/database.ts';
import { BACKGROUND_LIMITS } from '../database/limits.ts';
import { createLog } from '../log.ts';
import { claimCheck, completeCheck, readCheckStates, requestCheck } from './check-store.ts';
import { checkRecent } from './recent.ts';
import { runDueChecks } from './watch.ts';
import { checkWhole } from './whole.ts';

interface Line {
  alert?: boolean;
  msg: string;
  where?: string;
}

let site: WalletApp;
const lines: Line[] = [];
const log = createLog(
  'warn',
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  }),
);

beforeAll(async () => {
  site = await createWalletApp();
  await runDueChecks(watch());
});
afterAll(() => site.close());
beforeEach(() => {
  lines.length = 0;
});

const watch = () => ({ db: site.db, log, wholeCheck: 'weekly' as const, isStopping: () => false });
const member = async () => (await site.join()).user.id;

/** Waits until no transaction of other tests in the same PostgreSQL is older than the latest movement. */
async function waitForOldTransactions(): Promise<void> {
  const isOver = async () => {
    const { rows } = await sql<{ over: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) > coalesce(max(xact_id), '0') AS over FROM ledger_transactions
    `.execute(site.db);
    return rows[0]?.over;
  };
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
}

async function recent() {
  await waitForOldTransactions();
  return checkRecent(site.db);
}

/** Runs statements without triggers and constraints. */
async function corrupt(...statements: string[]): Promise<void> {
  await inTransaction(site.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

it('checks the members whose tokens moved since the last check, and all others in the whole check', async () => {
  const [quiet, busy] = [await member(), await member()];
  await give(site.db, quiet, 100);
  expect(await recent()).toEqual([]);
  await corrupt(`UPDATE wallets SET topup = topup + 1 WHERE member_id IN ('${quiet}', '${busy}')`);
  expect(await recent()).toEqual([]);
  await give(site.db, busy, 50);
  await corrupt(`UPDATE wallets SET topup = topup + 1 WHERE member_id = '${busy}'`);
  expect((await recent())?.map(({ where }) => where)).toEqual([`wallet of ${busy}`]);
  // Reported once; the next check continues from there.
  expect(await recent()).toEqual([]);
  const whole = (await checkWhole(site.db))?.map(({ where }) => where);
  expect(whole).toEqual(expect.arrayContaining([`wallet of ${quiet}`, `wallet of ${busy}`]));
  await corrupt(`UPDATE wallets SET topup = topup - 1 WHERE member_id IN ('${quiet}', '${busy}')`);
  expect(await checkWhole(site.db)).toEqual([]);
});

it('misses no movement of a slow transaction, in any order of commits', async () => {
  const [slow, fast] = [await member(), await member()];
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const moving = inTransaction(site.db, async (tx) => {
    await sql`SELECT grant_tokens(${slow}, 'bonus', 7, now() + interval '1 day', 'manual:test:slow')`.execute(
      tx,
    );
    begun();
    await held;
  });
  await hasBegun;
  try {
    await give(site.db, fast, 100);
    expect(await checkRecent(site.db)).toEqual([]);
  } finally {
    finish();
    await moving;
  }
  await corrupt(`UPDATE wallets SET bonus = 8 WHERE member_id = '${slow}'`);
  expect((await recent())?.map(({ where }) => where)).toEqual([`wallet of ${slow}`]);
  await corrupt(`UPDATE wallets SET bonus = 7 WHERE member_id = '${slow}'`);
});

it('finds changed old entries even if all sums are consistent', async () => {
  const [one, other] = [await member(), await member()];
  for (const id of [one, other]) await give(site.db, id, 100);
  await recent();
  const change = (by: number) => [
    `UPDATE ledger_entries AS e SET amount = e.amount + ${by} * sign(e.amount) FROM ledger_transactions AS t
      WHERE t.id = e.transaction_id AND t.member_id = '${one}'`,
    `UPDATE wallet_lots SET granted = granted + ${by}, remaining = remaining + ${by} WHERE member_id = '${one}'`,
    `UPDATE wallets SET topup = topup + ${by} WHERE member_id = '${one}'`,
  ];
  await corrupt(...change(50));
  expect((await checkWhole(site.db))?.map(({ rule, where }) => [rule, where])).toEqual([
    ['I1: what was looked at before is as it was', 'account member'],
    ['I1: what was looked at before is as it was', 'account sales'],
  ]);
  await corrupt(...change(-50));
  expect(await checkWhole(site.db)).toEqual([]);
});

it('starts again in a database that was restored elsewhere', async () => {
  await sql`UPDATE ledger_check_progress SET checked_before = '9000000000000000'`.execute(site.db);
  expect(await recent()).toBeUndefined();
  expect(await recent()).toBeUndefined();
  expect(await checkWhole(site.db, { recordsProgress: true })).toEqual([]);
  const id = await member();
  await give(site.db, id, 100);
  expect(await recent()).toEqual([]);
  expect(await checkWhole(site.db)).toEqual([]);
});

it('is due as soon as it is requested', async () => {
  // In a transaction no time passes. Times are stored rounded, so that one of two would be in the future.
  for (let round = 0; round < 20; round += 1) {
    const isClaimed = await inTransaction(site.db, async (tx) => {
      await requestCheck(tx, 'recent');
      return claimCheck(tx, 'recent');
    });
    expect(isClaimed).toBe(true);
  }
});

it('looks at recent movements every hour, and at everything on Sundays or every night', async () => {
  async function next(name: 'recent' | 'whole', wholeCheck: 'weekly' | 'nightly') {
    await completeCheck(site.db, name, 0, wholeCheck);
    const { rows } = await sql<{ day: number; time: string; hours: number }>`
      SELECT extract(isodow FROM next_at AT TIME ZONE 'UTC')::integer AS day,
        to_char(next_at AT TIME ZONE 'UTC', 'HH24:MI') AS time,
        (extract(epoch FROM next_at - now()) / 3600)::float8 AS hours
      FROM ledger_checks WHERE name = ${name}
    `.execute(site.db);
    return rows[0] ?? { day: 0, time: '', hours: Number.NaN };
  }
  const recentRun = await next('recent', 'weekly');
  expect(recentRun.hours).toBeGreaterThan(0.9);
  // The system's clock may be set back a little meanwhile.
  expect(recentRun.hours).toBeLessThan(1.01);
  for (const [wholeCheck, maxDays] of [
    ['weekly', 7],
    ['nightly', 1],
  ] as const) {
    const { day, time, hours } = await next('whole', wholeCheck);
    expect(time).toBe('22:00');
    if (wholeCheck === 'weekly') expect(day).toBe(7);
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThan(24 * maxDays + 0.01);
  }
});

it('is run by one process, alerts, and records its result', async () => {
  const id = await member();
  await give(site.db, id, 100);
  await corrupt(`UPDATE wallets SET topup = 99 WHERE member_id = '${id}'`);
  await runDueChecks(watch());
  expect(lines).toEqual([]);
  await waitForOldTransactions();
  await requestCheck(site.db, 'recent');
  await Promise.all([runDueChecks(watch()), runDueChecks(watch()), runDueChecks(watch())]);
  expect(lines).toMatchObject([
    { alert: true, msg: 'the ledger breaks a rule', where: `wallet of ${id}`, level: 50 },
  ]);
  expect(await readCheckStates(site.db)).toEqual({
    recent: { completedAt: expect.any(String), findings: 1 },
    whole: { completedAt: expect.any(String), findings: 0 },
  });
  const ready = await site.app.inject('/readyz');
  expect(ready.json().ledger).toEqual(await readCheckStates(site.db));
  await corrupt(`UPDATE wallets SET topup = 100 WHERE member_id = '${id}'`);
});

it('a rule that exceeds the statement timeout is a finding, and the others are checked', async () => {
  const wrong = await member();
  await give(site.db, wrong, 100);
  await corrupt(`UPDATE wallets SET topup = 99 WHERE member_id = '${wrong}'`);
  // A table that is slow to read.
  await corrupt(
    'ALTER TABLE unlocks RENAME TO unlocks_kept',
    'CREATE VIEW unlocks AS SELECT kept.* FROM unlocks_kept AS kept CROSS JOIN (SELECT pg_sleep(30)) AS wait',
  );
  const limits = { ...BACKGROUND_LIMITS, lockMs: 1000, statementMs: 1000 };
  const db = openDatabase({ connectionString: site.connectionString, poolSize: 1, limits });
  try {
    const violations = await checkWhole(db);
    expect(violations?.map(({ where }) => where)).toEqual([`wallet of ${wrong}`, 'the whole database']);
  } finally {
    await db.destroy();
    await corrupt('DROP VIEW unlocks', 'ALTER TABLE unlocks_kept RENAME TO unlocks');
    await corrupt(`UPDATE wallets SET topup = 100 WHERE member_id = '${wrong}'`);
  }
});
