/**
 * Adds the demo tours that a catalogue lacks. `fillDemo` starts it as a separate process, since encoding hundreds of
 * images increases a process's memory permanently. Expects a `LoaderTask` as its first message, and sends progress lines.
 */
import { once } from 'node:events';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { openMedia } from '../features/media/service.ts';
import { openStorage } from '../gateways/open-storage.ts';
import { loadDemoCatalogue } from './load.ts';
import { SAMPLES_AT_ONCE } from './sample-media.ts';

export interface LoaderTask {
  connectionString: string;
  mediaFolder?: string;
  config: Pick<Config, 'dataDir' | 'media' | 's3' | 'storageDir' | 'tokensPerTour'>;
}

// The server was killed.
process.on('disconnect', () => process.exit(1));

const [{ connectionString, config, mediaFolder }]: [LoaderTask] = (await once(process, 'message')) as [
  LoaderTask,
];
const db = openDatabase({ connectionString, poolSize: SAMPLES_AT_ONCE + 1 });
const storage = await openStorage(config);
const media = await openMedia({
  config: {
    ...config,
    // Somebody waits for the first start: thumbnails may be a tenth larger if they take a third of the time.
    media: { ...config.media, ingestsAtOnce: SAMPLES_AT_ONCE, avifEffort: 0 },
  },
  db,
  storage,
});
await loadDemoCatalogue(
  {
    db,
    media,
    tokensPerTour: config.tokensPerTour,
    ...(mediaFolder !== undefined && { mediaFolder: new URL(mediaFolder) }),
  },
  (line) => process.send?.(line),
);
await media.close();
await db.destroy();
process.exit(0);
