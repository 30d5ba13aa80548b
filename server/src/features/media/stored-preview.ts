import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Storage } from '../../gateways/storage.ts';
import { contentKey } from './manifest.ts';
import type { StoredContent } from './store.ts';

const PREVIEW_WIDTH = 1024;

/** @returns a JPEG of a stored picture or of a film's first frame; undefined for what has neither */
export async function makeStoredPreview(
  storage: Storage,
  { contentHash, kind, manifest }: StoredContent,
): Promise<Buffer | undefined> {
  const isPicture = kind === 'photo' || kind === 'image';
  const file = isPicture ? manifest.file : manifest.poster;
  if (file === undefined) return undefined;
  const bytes = await buffer(storage.read(contentKey(contentHash, file)));
  return sharp(bytes)
    .resize({ width: PREVIEW_WIDTH, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 75, progressive: true })
    .toBuffer();
}
