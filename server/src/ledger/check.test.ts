// @module-tag processes
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDataDir } from '../../testing/data-dir.ts';
import { connectionStringOf, type ServerProcess, startServer } from '../../testing/server-process.ts';

const CHECK = fileURLToPath(new URL('./check.ts', import.meta.url));

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = createDataDir(inject('templateDataDir'));
  server = await startServer(dataDir);
});
afterAll(() => {
  server.child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function check(environment: Record<string, string> = { DATA_DIR: dataDir }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...environment },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

it('the command reports success, or all violations, whether the server runs or not', async () => {
  expect(check()).toEqual({ status: 0, output: 'The ledger is sound.\n' });
  const client = new pg.Client({ connectionString: connectionStringOf(dataDir) });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query('UPDATE wallets SET bonus = bonus + 1');
  await client.query("INSERT INTO receipt_series VALUES ('2020', 1)");
  await client.end();
  const broken = check();
  expect(broken.status).toBe(1);
  expect(broken.output).toMatch(
    /I2: .*\n {2}wallet of m_[\w-]{22}: top-up, referral, bonus are 1000, 0, 201; the journal says 1000, 0, 200\n/,
  );
  expect(broken.output).toMatch(
    /I8: .*\n {2}receipt number 1 of series 2020: is missing; the last one given is 1\n/,
  );
  server.child.kill('SIGTERM');
  await server.exit;
  expect(check()).toEqual(broken);
});

it('the command reports that it could not check', () => {
  const result = check({ DATABASE_URL: 'postgres://127.0.0.1:1/nothing', DATA_DIR: dataDir });
  expect(result.status).toBe(1);
  expect(result.output).toContain('could not be checked');
  const empty = path.join(dataDir, 'empty');
  expect(check({ DATA_DIR: empty })).toEqual({
    status: 1,
    output: `The ledger could not be checked. There is no database in ${empty}.\n`,
  });
  expect(existsSync(path.join(empty, 'postgres'))).toBe(false);
});
