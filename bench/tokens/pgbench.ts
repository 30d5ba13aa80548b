import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CLIENTS } from './data.ts';

const execute = promisify(execFile);

/**
 * Runs a script of pgbench, which comes with PostgreSQL's server packages, in the protocol that the server
 * speaks, too: each statement is parsed again.
 *
 * @param variables what the script's `:name` begin with
 * @returns transactions per second
 * @throws {Error} when pgbench is not on the PATH, or any transaction failed
 */
export async function pgbench(
  connectionString: string,
  script: string,
  seconds: number,
  variables: Record<string, number>,
): Promise<number> {
  const url = new URL(connectionString);
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-pgbench-'));
  const file = path.join(folder, 'script.sql');
  await writeFile(file, script);
  try {
    const { stdout } = await execute(
      'pgbench',
      [
        ...[
          '--no-vacuum',
          '--protocol=extended',
          `--client=${CLIENTS}`,
          '--jobs=2',
          `--time=${seconds}`,
          `--file=${file}`,
        ],
        ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
        ...['--host', url.searchParams.get('host') ?? '', '--username', url.username, url.pathname.slice(1)],
      ],
      { env: { ...process.env, PGPASSWORD: url.password } },
    );
    const failed = Number(stdout.match(/number of failed transactions: (\d+)/)?.[1] ?? 0);
    const rate = Number(stdout.match(/tps = ([\d.]+)/)?.[1]);
    if (failed > 0 || Number.isNaN(rate)) throw new Error(stdout);
    return rate;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error('pgbench is needed; it comes with the server packages of PostgreSQL', { cause: error });
    }
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
