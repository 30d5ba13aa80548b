// @module-tag processes
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, it, vi } from 'vitest';
import { postgresPid } from '../../testing/server-process.ts';
import { withClient } from '../../testing/with-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
afterEach(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('is tried for as long as it takes', { timeout: 120_000 }, async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-restart-'));
  await chmod(dataDir, 0o711);
  const reports: string[] = [];
  postgres = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    startTimeoutMs: 500,
    report: (message) => reports.push(message),
  });
  const needed = path.join(dataDir, 'postgres/cluster/PG_VERSION');
  renameSync(needed, `${needed}.gone`);
  process.kill(postgresPid(dataDir), 'SIGKILL');
  const failures = () => reports.filter((text) => text.includes('trying again')).length;
  await vi.waitUntil(() => failures() > 1, { timeout: 60_000 });
  renameSync(`${needed}.gone`, needed);
  const { connectionString } = postgres;
  await vi.waitFor(() => withClient({ connectionString }, (client) => client.query('SELECT 1')), {
    timeout: 60_000,
  });
  const isReported = () => reports.at(-1) === 'restarted the embedded PostgreSQL';
  await vi.waitUntil(isReported, { timeout: 60_000 });
});
