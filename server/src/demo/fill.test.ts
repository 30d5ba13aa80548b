import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createMediaApp } from '../../testing/apps/media-app.ts';
import { inTransaction } from '../database/database.ts';
import { createExperiences } from '../features/catalogue/service.ts';
import { fill } from './fill.fixture.ts';

it('starts all the same where a filled catalogue cannot take what is new', { timeout: 60_000 }, async () => {
  const filled = await createMediaApp();
  try {
    await inTransaction(filled.db, (tx) =>
      createExperiences(tx, [{ slug: 'room-31-above-the-harbour', title: 'Of the demo' }]),
    );
    // Without the pictures nothing can be added.
    const empty = pathToFileURL(`${path.join(filled.config.dataDir, 'no-samples')}/`);
    expect(await fill(filled, empty)).toContain('failed to add demo tours');
    expect((await filled.app.inject('/api/vr360')).headers['x-total-count']).toBe('1');
  } finally {
    await filled.close();
  }
});
