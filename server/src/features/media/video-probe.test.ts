import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isRefusalCode } from './refusals.ts';
import { probeRights } from './video.ts';
import { withoutNetwork } from './video-sandbox.ts';

const PROBE = fileURLToPath(new URL('./video-probe.ts', import.meta.url));

it('ends itself when its parent does not', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-probe-'));
  try {
    // A film that never gives a byte.
    const film = path.join(folder, 'film.mp4');
    execFileSync('mkfifo', [film]);
    const rights = ['--permission', '--allow-worker', '--allow-fs-read=*'];
    const probe = spawn(process.execPath, [...rights, PROBE, film, folder, '500'], { stdio: 'ignore' });
    const [, signal] = await once(probe, 'exit');
    expect(signal).toBe('SIGKILL');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('reads the film and its own code, and nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-probe-'));
  try {
    const [film, secret] = [path.join(folder, 'original'), path.join(folder, 'secret.key')];
    await Promise.all([writeFile(film, 'film'), writeFile(secret, 'secret')]);
    /** What a program with the probe's rights is told when it tries this. */
    const attempt = (code: string) => {
      const rights = probeRights(film, path.join(folder, 'work'));
      const program = `try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`;
      const { stdout } = spawnSync(process.execPath, [...rights, '--eval', program], { encoding: 'utf8' });
      return stdout.trim();
    };
    const read = (file: string) => attempt(`require('node:fs').readFileSync(${JSON.stringify(file)})`);
    expect(read(film)).toBe('done');
    expect(read(PROBE)).toBe('done');
    for (const file of [secret, '/etc/passwd', path.resolve('package-lock.json')])
      expect(read(file), file).toBe('ERR_ACCESS_DENIED');
    expect(attempt("require('node:child_process').execFileSync('true')")).toBe('ERR_ACCESS_DENIED');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('is believed only the refusals that exist', () => {
  expect(isRefusalCode('media_corrupt')).toBe(true);
  expect(isRefusalCode('constructor')).toBe(false);
});

it('has no network where the system allows that', async ({ skip }) => {
  const [program, ...rest] = await withoutNetwork();
  if (program === undefined) return skip();
  const script = 'console.log(Object.values(require("node:os").networkInterfaces()).flat().length)';
  const command = [...rest, process.execPath, '--eval', script];
  expect(execFileSync(program, command, { encoding: 'utf8' }).trim()).toBe('0');
});
