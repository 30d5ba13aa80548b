// @module-tag processes
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { probeRights } from './probe.ts';
import { isRefusalCode } from './refusals.ts';
import { withoutNetwork } from './video-sandbox.ts';

const PROBE = fileURLToPath(new URL('./video-probe.ts', import.meta.url));

it('ends itself if its parent does not end it', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-probe-'));
  try {
    // A video that never yields a byte.
    const video = path.join(folder, 'video.mp4');
    execFileSync('mkfifo', [video]);
    const rights = ['--permission', '--allow-worker', '--allow-fs-read=*'];
    const probe = spawn(process.execPath, [...rights, PROBE, video, folder, '500'], { stdio: 'ignore' });
    const [, signal] = await once(probe, 'exit');
    expect(signal).toBe('SIGKILL');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('reads the video and its own code alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-probe-'));
  try {
    const [video, secret] = [path.join(folder, 'original'), path.join(folder, 'secret.key')];
    await Promise.all([writeFile(video, 'video'), writeFile(secret, 'secret')]);
    /** The result of running code with the probe's rights. */
    const attempt = (code: string) => {
      const rights = probeRights(video, path.join(folder, 'work'));
      const program = `try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`;
      const { stdout } = spawnSync(process.execPath, [...rights, '--eval', program], { encoding: 'utf8' });
      return stdout.trim();
    };
    const read = (file: string) => attempt(`require('node:fs').readFileSync(${JSON.stringify(file)})`);
    expect(read(video)).toBe('done');
    expect(read(PROBE)).toBe('done');
    for (const file of [secret, '/etc/passwd', path.resolve('package-lock.json')])
      expect(read(file), file).toBe('ERR_ACCESS_DENIED');
    expect(attempt("require('node:child_process').execFileSync('true')")).toBe('ERR_ACCESS_DENIED');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('may report known refusals alone', () => {
  expect(isRefusalCode('media_corrupt')).toBe(true);
  expect(isRefusalCode('constructor')).toBe(false);
});

it('has no network if the system supports it', async ({ skip }) => {
  const [program, ...rest] = await withoutNetwork();
  if (program === undefined) return skip();
  const script = 'console.log(Object.values(require("node:os").networkInterfaces()).flat().length)';
  const command = [...rest, process.execPath, '--eval', script];
  expect(execFileSync(program, command, { encoding: 'utf8' }).trim()).toBe('0');
});
