import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { TourInput } from '../../contract/src/index.ts';
import { loadConfig } from '../../server/src/config/config.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { createExperience } from '../../server/src/features/catalogue/service.ts';
import { openMedia } from '../../server/src/features/media/service.ts';
import { publishTour, saveTour } from '../../server/src/features/tours/service.ts';
import { openStorage } from '../../server/src/gateways/open-storage.ts';
import { connectionStringOf, startServer } from '../../server/testing/server-process.ts';

/** A room of a tour: its photo is one of the demo's, by name; without one it is a film. */
export interface Room {
  title: string;
  photo?: string;
}

/** A separate site with one tour. */
export interface SiteOfRooms {
  /** Of the tour. */
  url: string;
  stop(): Promise<void>;
}

const VIEW = { yaw: 0, pitch: 0, fov: 75 };
/** In the first room: texts are texts, whatever they look like. */
export const NOTICE = {
  id: 'notice',
  kind: 'info' as const,
  at: { yaw: 60, pitch: 0 },
  label: 'A <b>notice</b>',
  text: '<img src="nothing" onerror="document.title = 1"><script>document.title = 2</script>',
};
/** Small, so that their tiles are soon made. */
const WIDTH = 1024;

const idOf = ({ title }: Room) => title.toLowerCase();

/** Rooms in a row, each with a door ahead to the next one, and one beside it to the one before. */
function rowOf(rooms: readonly Room[], assets: readonly string[]): TourInput {
  const door = (room: Room, target: Room | undefined, yaw: number) =>
    target
      ? [
          {
            id: `${idOf(room)}-to-${idOf(target)}`,
            kind: 'door' as const,
            at: { yaw, pitch: -5 },
            label: `To ${target.title}`,
            target: idOf(target),
            arrive: VIEW,
          },
        ]
      : [];
  return {
    version: 1,
    start: idOf(rooms[0] ?? { title: '' }),
    scenes: rooms.map((room, index) => ({
      id: idOf(room),
      title: room.title,
      media: assets[index] ?? '',
      kind: room.photo ? 'photo' : 'film',
      view: VIEW,
      hotspots: [
        ...door(room, rooms[index + 1], 0),
        ...door(room, rooms[index - 1], 25),
        ...(index === 0 ? [NOTICE] : []),
      ],
    })),
  };
}

/** Starts a server without demo content, and publishes a tour of these rooms there. */
export async function startSiteOfRooms(rooms: readonly Room[]): Promise<SiteOfRooms> {
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-rooms-'));
  await chmod(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  const server = await startServer(dataDir);
  const db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 2 });
  const config = loadConfig({ DATA_DIR: dataDir });
  const media = await openMedia({ config, db, storage: await openStorage(config) });

  const takeIn = async ({ photo }: Room): Promise<string> => {
    const source = photo
      ? Readable.from([
          await sharp(`content/media/photos/${photo}.jpg`)
            .resize(WIDTH, WIDTH / 2)
            .jpeg()
            .toBuffer(),
        ])
      : 'server/testing/videos/sphere.mp4';
    const { contentHash } = await media.ingest(source);
    return media.assetIdOf(db, contentHash, false);
  };
  const assets: string[] = [];
  for (const room of rooms) assets.push(await takeIn(room));
  await db.transaction().execute(async (tx) => {
    const id = await createExperience(tx, { slug: 'row-of-rooms', title: 'A row of rooms' });
    await saveTour(tx, id, rowOf(rooms, assets), 'test');
    await publishTour(tx, id);
  });
  await media.close();
  await db.destroy();
  return {
    url: `${server.url}/experiences/vr/row-of-rooms`,
    async stop() {
      server.child.kill('SIGTERM');
      await server.exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
