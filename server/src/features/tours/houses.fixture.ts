import { Readable } from 'node:stream';
import type { TourInput } from '@oriel/contract';
import { directionImage } from '../../../testing/apps/media-app.ts';
import { createWalletApp, type WalletApp } from '../../../testing/apps/wallet-app.ts';
import { changeCatalogue } from '../catalogue/service.ts';
import { type Media, openMedia } from '../media/service.ts';
import { makeSceneThumbnails, publishTour, saveTour } from './service.ts';

/** A site with tours of a house, a free one and a locked one whose hall is a preview, and a tour of a bare room. */
export interface Houses {
  site: WalletApp;
  media: Media;
  /** A photo whose colours are directions. */
  asset: string;
  /** The same in another light. */
  night: string;
  /** A flat image. */
  drawing: string;
  house(): TourInput;
  publish(slug: string, document: TourInput): Promise<void>;
  close(): Promise<void>;
}

/** @param further experiences, without tours */
export async function createHouses(further: Parameters<typeof createWalletApp>[0] = []): Promise<Houses> {
  const site = await createWalletApp([
    { slug: 'free-house', title: 'House' },
    { slug: 'locked-house', title: 'House', tokensRequired: 100 },
    { slug: 'bare', title: 'One room' },
    { slug: 'no-tour', title: 'A film', mediaUrl: 'https://cdn.example/free.mp4' },
    ...further,
  ]);
  const media = await openMedia({ config: site.config, db: site.db, storage: site.app.dependencies.storage });
  const photo = await directionImage(1024).jpeg().toBuffer();
  const { contentHash } = await media.ingest(Readable.from([photo]));
  const asset = await media.assetIdOf(site.db, contentHash, true);
  const dark = await directionImage(1024).modulate({ brightness: 0.5 }).jpeg().toBuffer();
  const { contentHash: darkHash } = await media.ingest(Readable.from([dark]));
  const night = await media.assetIdOf(site.db, darkHash, true);
  const png = await directionImage(300, 200).png().toBuffer();
  const image = await media.ingestImage(Readable.from([png]));
  const drawing = await media.assetIdOf(site.db, image.contentHash, true);

  const publish = async (slug: string, document: TourInput) => {
    const id = site.tours.get(slug) ?? Number.NaN;
    await changeCatalogue(site.db, site.app.responseCache, async (tx) => {
      const { tour } = await saveTour(tx, id, document, 'test');
      await makeSceneThumbnails(site.db, media, tour);
      await publishTour(tx, id);
    });
  };
  const house = () => houseOf(asset, night, drawing);
  await publish('free-house', house());
  await publish('locked-house', { ...house(), previewScenes: ['hall'] });
  await publish('bare', { version: 1, start: 'room', scenes: [{ id: 'room', title: 'Room', media: asset }] });
  return {
    site,
    media,
    asset,
    night,
    drawing,
    house,
    publish,
    async close() {
      await media.close();
      await site.close();
    },
  };
}

const houseOf = (asset: string, night: string, drawing: string): TourInput => ({
  version: 1,
  start: 'hall',
  guide: {
    steps: [
      { scene: 'hall', view: { yaw: 0, pitch: 0, fov: 75 }, seconds: 8, text: 'Come in.' },
      { scene: 'room', view: { yaw: 90, pitch: 0, fov: 60 }, seconds: 6, text: 'Stay.' },
    ],
  },
  plans: [
    { id: 'ground', title: 'Ground floor', image: drawing, width: 300, height: 200, alt: 'Two rooms.' },
  ],
  scenes: [
    {
      id: 'hall',
      title: 'Hall',
      media: asset,
      pose: { heading: 40 },
      hotspots: [
        {
          id: 'in',
          kind: 'door',
          at: { yaw: 10, pitch: 0 },
          label: 'Room',
          target: 'room',
          arrive: 'through',
        },
        {
          id: 'view',
          kind: 'picture',
          at: { yaw: 50, pitch: 0 },
          label: 'View',
          alt: 'A hill.',
          target: drawing,
        },
      ],
      looks: [{ id: 'stairs', label: 'The stairs', view: { yaw: 90, pitch: 5, fov: 60 } }],
    },
    {
      id: 'room',
      title: 'Room',
      media: asset,
      lights: [
        { id: 'day', label: 'By day' },
        { id: 'night', label: 'At night', media: night, capturedAt: '2026-05-04T22:10:00+02:00' },
      ],
      hotspots: [{ id: 'out', kind: 'door', at: { yaw: 180, pitch: 0 }, label: 'Hall', target: 'hall' }],
    },
  ],
});
