import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLUGIN = 'server/queries-in-stores.grit';
const BIOME = path.join(ROOT, 'node_modules/.bin/biome');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-lint-'));
  const { overrides } = JSON.parse(await readFile(path.join(ROOT, 'biome.json'), 'utf8'));
  const override = overrides.find(({ plugins }: { plugins: string[] }) => plugins.includes(`./${PLUGIN}`));
  await mkdir(path.join(folder, 'server'), { recursive: true });
  await cp(path.join(ROOT, PLUGIN), path.join(folder, PLUGIN));
  await writeFile(path.join(folder, 'biome.json'), JSON.stringify({ overrides: [override] }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whether the lint rule accepts a file of the server with this text. */
async function isAccepted(file: string, text: string): Promise<boolean> {
  const source = path.join('server/src', file);
  await mkdir(path.dirname(path.join(folder, source)), { recursive: true });
  await writeFile(path.join(folder, source), text);
  try {
    await promisify(execFile)(BIOME, ['lint', '--colors=off', source], { cwd: folder });
    return true;
  } catch (error) {
    expect(String(error)).toContain('Queries are built in stores');
    return false;
  }
}

const BUILT = "export const find = (db: Db) => db\n  .selectFrom('plans')\n  .selectAll();\n";

it.each([
  BUILT,
  "export const add = (tx: Tx) => tx.insertInto('plans');\n",
  "export const change = ({ db }: Context) => db.updateTable('plans');\n",
  "export const remove = (app: App) => app.db.deleteFrom('plans');\n",
  "export const merge = (tx: Tx) => tx.mergeInto('plans');\n",
  'export const run = (db: Db) => db.executeQuery(STATEMENT);\n',
  "import { sql } from 'kysely';\n\nexport const NOW = () => sql<Date>`now()`;\n",
  "import { type Selectable, sql as statement } from 'kysely';\n\nexport const NOW = statement`now()` as Selectable;\n",
])('a query outside a store fails the check: %s', async (text) => {
  expect(await isAccepted('features/payments/orders/settle.ts', text)).toBe(false);
});

it.each([
  'features/payments/store.ts',
  'features/payments/refunds/return-store.ts',
  'ledger/cause-rules.ts',
  'database/migrations.ts',
  'features/payments/crash.test.ts',
])('a query in %s passes the check', async (file) => {
  expect(await isAccepted(file, BUILT)).toBe(true);
});

it('rows and transactions pass the check anywhere', async () => {
  const text =
    "import type { Selectable } from 'kysely';\n\nexport const run = (db: Db) => inTransaction(db, (tx) => lockOrder(tx)) as Selectable;\n";
  expect(await isAccepted('features/payments/service.ts', text)).toBe(true);
});
