// @module-tag processes
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProbe } from './probe.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-probe-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const BEGIN = "process.stdout.write('\\n');";
const kill = (signal: string) => `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000);`;

/** Runs code as a probe of a file. */
async function run(code: string, args: string[] = [], timeoutMs = 20_000): Promise<unknown> {
  const program = path.join(folder, `${Math.random()}.mjs`);
  await writeFile(program, code);
  return runProbe(program, program, folder, { timeoutMs }, { rights: () => [], args });
}

const CORRUPT = { name: 'MediaRefused', code: 'media_corrupt' };
const TO_BE_REPEATED = { name: 'Error' };

describe('a program that reads a file', () => {
  it('reports', async () => {
    expect(await run(`${BEGIN} console.log('{"width": 1}')`)).toEqual({ width: 1 });
  });

  it.each([
    ['fails by itself', `${BEGIN} process.exit(3)`],
    ['throws', `${BEGIN} throw new Error('what a file')`],
    ['crashes', `${BEGIN} ${kill('SIGSEGV')}`],
    ['fills its memory', `${BEGIN} const all = []; for (;;) all.push(new Array(1e6).fill({}))`],
    ['prints no report', `${BEGIN} console.log('{"width":')`],
  ])('refuses a file where it %s', async (_, code) => {
    await expect(run(code)).rejects.toMatchObject(CORRUPT);
  });

  it.each([
    ['is killed', `${BEGIN} ${kill('SIGKILL')}`],
    ['is told to end', `${BEGIN} ${kill('SIGTERM')}`],
    ['is interrupted with the server', `${BEGIN} ${kill('SIGINT')}`],
    ['fails before it begins', 'process.exit(1)'],
    ['finds the disk full', `${BEGIN} console.log('{"failed": "ENOSPC: no space left"}')`],
  ])('leaves open what the file is where it %s', async (_, code) => {
    await expect(run(code)).rejects.toMatchObject(TO_BE_REPEATED);
  });

  it('leaves it open where it cannot start', async () => {
    await expect(run('', ['x'.repeat(8_000_000)])).rejects.toMatchObject({ code: 'E2BIG' });
  });

  it('refuses a file that keeps it busy for too long', async () => {
    await expect(run(`${BEGIN} for (;;);`, [], 300)).rejects.toMatchObject(CORRUPT);
  });
});
