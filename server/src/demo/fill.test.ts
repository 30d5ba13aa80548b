import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaApp, type MediaApp } from '../../testing/apps/media-app.ts';
import { inTransaction } from '../database/database.ts';
import { createExperiences } from '../features/catalogue/service.ts';
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
async function fill(
  onLine?: (line: string, loader: ChildProcess) => void,
  { config, db, connectionString }: MediaApp = testApp,
  samples = mediaFolder,
): Promise<string[]> {
  const lines: string[] = [];
  let loader: ChildProcess;
  const log = createLog('info', {
    write(line: string) {
      const { msg } = JSON.parse(line);
      lines.push(msg);
      onLine?.(msg, loader);
    },
  });
  await fillDemo({
    config,
    db,
    connectionString: connectionString.replace('@/', '@localhost/'),
    log,
    mediaFolder: samples,
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
});

it('starts all the same where a filled catalogue cannot take what is new', { timeout: 60_000 }, async () => {
  const filled = await createMediaApp();
  try {
    await inTransaction(filled.db, (tx) =>
      createExperiences(tx, [{ slug: 'room-31-above-the-harbour', title: 'Of the demo' }]),
    );
    // Without the pictures nothing can be added.
    const empty = pathToFileURL(`${path.join(filled.config.dataDir, 'no-samples')}/`);
    expect(await fill(undefined, filled, empty)).toContain('failed to add demo tours');
    expect((await filled.app.inject('/api/vr360')).headers['x-total-count']).toBe('1');
  } finally {
    await filled.close();
  }
});
