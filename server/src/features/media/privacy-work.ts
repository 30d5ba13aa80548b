import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../database/database.ts';
import type { PrivacyBlur } from '../../gateways/privacy-blur.ts';
import type { Storage } from '../../gateways/storage.ts';
import type { BlurredRegion } from './blur.ts';
import { addRegions, findChangedParts } from './changed-parts.ts';
import { searchFaces } from './face-search.ts';
import type { FoundRegion } from './faces.ts';
import { inWorkFolder, receive, type SizeLimits } from './intake.ts';
import { contentKey } from './manifest.ts';
import type { MediaContent, StoredContent } from './store.ts';
import { storeContent } from './storing.ts';
import { reuseContent } from './unused-store.ts';
import { recognise } from './upload-kinds.ts';

/** Part of the name of a blurred content: increment it when the blur changes. */
const BLUR_RECIPE = 1;
/** Of the search for faces, in milliseconds: it takes a minute or two of one processor, twice that for two eyes. */
const FACES_TIMEOUT_MS = 10 * 60_000;

/** What is done to photos for the people in them. */
export interface PrivacyWork {
  /**
   * Looks for faces in a photo, in a process of its own, which takes a minute or two. Where a service that blurs is configured,
   * also for what that blurs.
   *
   * @returns where they may be, the surest first; nothing for films
   * @throws {Error} where the search did not come to its end
   */
  findFaces(content: MediaContent, signal?: AbortSignal): Promise<FoundRegion[]>;
  /**
   * Makes a photo again from its original, with regions that nobody recognises.
   *
   * @param onPreview is given the path of a smaller JPEG of the new photo
   * @throws {MediaRefused} with the reason
   */
  blurPhoto(
    original: Readable,
    regions: readonly BlurredRegion[],
    onPreview: (file: string) => Promise<void>,
  ): Promise<StoredContent>;
}

interface PrivacyWorkOptions {
  db: Db;
  storage: Storage;
  sizes: SizeLimits & { videoTimeoutMs: number };
  /** Undefined where none is configured. */
  service: PrivacyBlur | undefined;
  workDir: string;
  enqueue<T>(work: () => Promise<T>): Promise<T>;
}

/** The name of what is made of a photo with blur: its own hash, and the recipe. */
function blurredHash(contentHash: string, regions: readonly BlurredRegion[]): string {
  const places = regions.map(({ yaw, pitch, width, height, shape }) => [yaw, pitch, width, height, shape]);
  const recipe = JSON.stringify([BLUR_RECIPE, contentHash, places]);
  return createHash('sha256').update(`blurred ${recipe}`).digest('hex');
}

export function createPrivacyWork({
  db,
  storage,
  sizes,
  service,
  workDir,
  enqueue,
}: PrivacyWorkOptions): PrivacyWork {
  return {
    async findFaces({ kind, contentHash, manifest }, signal) {
      if (kind !== 'photo') return [];
      return inWorkFolder(workDir, async (folder) => {
        const file = path.join(folder, 'sphere.jpg');
        await pipeline(storage.read(contentKey(contentHash, manifest.file)), createWriteStream(file));
        const limits = { timeoutMs: FACES_TIMEOUT_MS, signal };
        // Photos are never `left-right`.
        const stereo = manifest.stereo === undefined ? 'mono' : 'top-bottom';
        // First, since it may fail, and the own search takes a processor for a minute.
        const blurred =
          service === undefined ? [] : await findChangedParts(file, await service.blur(file), stereo);
        const faces = await enqueue(() => searchFaces(file, folder, stereo, limits));
        return addRegions(faces, blurred);
      });
    },

    async blurPhoto(original, regions, onPreview) {
      return inWorkFolder(workDir, async (folder) => {
        const received = await receive(original, folder, sizes);
        return enqueue(async () => {
          const recognised = await recognise(received, folder, {
            isFlat: false,
            timeoutMs: sizes.videoTimeoutMs,
          });
          const { files, ...derived } = await recognised.prepare(regions);
          const contentHash = blurredHash(recognised.contentHash, regions);
          const content = { contentHash, size: received.size, ...derived };
          if (recognised.preview !== undefined) await onPreview(recognised.preview);
          if ((await reuseContent(db, contentHash)) === undefined)
            await storeContent({ db, storage }, content, files);
          return content;
        });
      });
    },
  };
}
