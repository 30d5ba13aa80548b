import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROBE = fileURLToPath(new URL('./video-probe.ts', import.meta.url));

it('ends itself when nobody else does', { timeout: 60_000 }, async () => {
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
