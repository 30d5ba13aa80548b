import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaApp, type MediaApp } from '../../testing/apps/media-app.ts';
import { createLog } from '../log.ts';
import { fillDemo } from './fill.ts';
import { writeSmallSamples } from './small-samples.fixture.ts';

let testApp: MediaApp;
let mediaFolder: URL;
beforeAll(async () => {
  testApp = await createMediaApp();
  const folder = path.join(testApp.config.dataDir, 'samples');
  await writeSmallSamples(folder);
  mediaFolder = pathToFileURL(`${folder}/`);
});
afterAll(() => testApp.close());

/** Fills the catalogue as the server does at its start. @returns the log */
async function fill(onLine?: (line: string, loader: ChildProcess) => void): Promise<string[]> {
  const lines: string[] = [];
  let loader: ChildProcess;
  const log = createLog('info', {
    write(line: string) {
      const { msg } = JSON.parse(line);
      lines.push(msg);
      onLine?.(msg, loader);
    },
  });
  const { config, db, connectionString } = testApp;
  await fillDemo({
    config,
    db,
    connectionString: connectionString.replace('@/', '@localhost/'),
    log,
    mediaFolder,
    onStarted(started) {
      loader = started;
    },
  });
  return lines;
}

it('fills the catalogue completely after earlier starts were killed half-way', {
  timeout: 120_000,
}, async () => {
  await expect(
    fill((line, loader) => {
      if (line.startsWith('Preparing pictures 3 ')) loader.kill('SIGKILL');
    }),
  ).rejects.toThrow('could not be loaded');
  await expect(
    fill((line, loader) => {
      // As when the server is killed.
      if (line.startsWith('Preparing pictures 6 ')) loader.disconnect();
    }),
  ).rejects.toThrow('could not be loaded');
  expect((await testApp.app.inject('/api/vr360')).json()).toEqual([]);

  expect(await fill()).toContain('loaded the demo catalogue');
  const list = await testApp.app.inject('/api/vr360?limit=100');
  expect(list.headers['x-total-count']).toBe('107');
  const tours = list.json<{ thumbnail: string; vrUrl?: string }[]>();
  const urls = new Set(
    tours
      .flatMap(({ thumbnail, vrUrl = '' }) => [thumbnail, vrUrl])
      .filter((url) => /^\/(?:media|thumbnails)\//.test(url)),
  );
  expect(urls.size).toBeGreaterThan(2);
  for (const url of urls) {
    const response = await testApp.app.inject({ method: 'HEAD', url });
    expect(response.statusCode, url).toBe(200);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(100);
  }

  expect(await fill()).toEqual([]);

  // An operator's tour has the number of one that the demo would add.
  await sql`UPDATE experiences SET slug = 'of-an-operator' WHERE slug = 'the-west-suite'`.execute(testApp.db);
  expect((await fill()).at(-1)).toBe('failed to add demo tours');
  expect((await testApp.app.inject('/api/vr360/of-an-operator')).statusCode).toBe(200);
});
