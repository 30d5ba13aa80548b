import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../gateways/storage.ts';
import { openLeftEye } from './left-eye.ts';
import { contentKey } from './manifest.ts';
import type { StoredContent } from './store.ts';

const PREVIEW_WIDTH = 1024;

/** @returns a JPEG of a stored picture or of a film's first frame, for the left eye; undefined for what has neither */
export async function makeStoredPreview(
  storage: Storage,
  { contentHash, kind, manifest }: StoredContent,
): Promise<Buffer | undefined> {
  const isPicture = kind === 'photo' || kind === 'image';
  const file = isPicture ? manifest.file : manifest.poster;
  if (file === undefined) return undefined;
  const bytes = await buffer(storage.read(contentKey(contentHash, file)));
  const image = await openLeftEye(bytes, manifest.stereo, PREVIEW_WIDTH);
  return image.flatten({ background: '#fff' }).jpeg({ quality: 75, progressive: true }).toBuffer();
}
