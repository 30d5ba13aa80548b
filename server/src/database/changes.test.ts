import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Db, inTransaction, onColumnChange, type Tx } from './database.ts';

let database: TestDatabase;
let db: Db;
let changes: number;
beforeAll(async () => {
  database = await createTestDatabase(3);
  db = database.db;
  onColumnChange(db, { members: ['blocked_at'] }, () => {
    changes += 1;
  });
});
afterAll(() => database.drop());
beforeEach(() => {
  changes = 0;
});

const block = (executor: Db | Tx) =>
  executor.updateTable('members').set({ blocked_at: new Date() }).where('id', '=', 'x').execute();

it.each<[string, (executor: Db | Tx) => Promise<unknown>]>([
  ['an update', block],
  ['a deletion', (executor) => executor.deleteFrom('members').where('id', '=', 'x').execute()],
  ['raw SQL', (executor) => sql`UPDATE members SET blocked_at = now() WHERE id = 'x'`.execute(executor)],
  [
    'raw SQL in a WITH query',
    (executor) => sql`WITH a AS (SELECT 1) DELETE FROM "members" WHERE id = 'x'`.execute(executor),
  ],
])('%s is reported, in a transaction when that has ended', async (_, change) => {
  await change(db);
  expect(changes).toBe(1);
  await inTransaction(db, async (tx) => {
    await change(tx);
    expect(changes).toBe(1);
  });
  expect(changes).toBe(2);
});

it('a transaction that fails is reported, because its commit may have succeeded', async () => {
  const failing = inTransaction(db, async (tx) => {
    await block(tx);
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(changes).toBe(1);
});

it('other columns, tables and reads are not reported', async () => {
  await db.updateTable('members').set({ first_name: 'A' }).where('id', '=', 'x').execute();
  await db.deleteFrom('passkeys').where('member_id', '=', 'x').execute();
  await sql`SELECT 'UPDATE members' FROM members`.execute(db);
  await inTransaction(db, (tx) => tx.selectFrom('members').select('blocked_at').execute());
  expect(changes).toBe(0);
});
