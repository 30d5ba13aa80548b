import type { Logger } from 'pino';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { assetIdOf, hintOfName, type Media, MediaRefused, type Recognised } from '../media/service.ts';
import { endUpload, type FinishedUpload, readUpload } from '../uploads/service.ts';
import { recordAudit } from '../workspaces/service.ts';
import * as store from './store.ts';

export interface TakeInDependencies {
  db: Db;
  storage: Storage;
  media: Media;
  log: Logger;
}

const MAX_NAME = 255;
/** Longer than all attempts of a job together. */
const FORSAKEN_HOURS = 26;
/** How seldom progress is written. */
const PROGRESS_MS = 500;

/** A file's name as its sender has it, without folders and control characters. */
function cleanName(name: string | null | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  return [...last.replaceAll(/\p{Cc}/gu, '')].slice(0, MAX_NAME).join('').trim() || 'file';
}

/** Adds an upload that has just become complete to its workspace's files, in the same transaction. */
export async function addUpload(tx: Tx, jobs: Jobs, upload: FinishedUpload): Promise<void> {
  const { id, workspaceId, memberId, size, metadata } = upload;
  const mediaId = await store.insertMedia(tx, {
    workspaceId,
    uploadId: id,
    addedBy: memberId,
    fileName: cleanName(metadata.filename ?? metadata.name),
    isFlat: metadata.use === 'flat',
    size,
  });
  await recordAudit(tx, {
    workspaceId,
    actor: { kind: 'member', id: memberId },
    action: 'media.added',
    subject: { kind: 'media', id: mediaId },
  });
  await jobs.add(tx, 'media', { mediaId });
}

/** The storage key of the picture that may be looked at while a file is prepared. */
export const previewKey = (mediaId: string): string => `previews/${mediaId}/preview.jpg`;

async function refuse(
  { db }: Pick<TakeInDependencies, 'db'>,
  { id, upload_id }: store.MediaRow,
  refusal: MediaRefused,
): Promise<void> {
  const { code, message } = refusal;
  const change = { state: 'refused', refusal_code: code, refusal_detail: message.slice(0, 500) } as const;
  await store.advance(db, id, change);
  await endUpload(db, upload_id);
}

/** Writes at most twice a second how far a file is; failures to do so do not matter. */
function createProgress(db: Db, id: string) {
  let last = 0;
  return (fraction: number) => {
    if (performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    store.advance(db, id, { state: 'preparing', progress: Math.min(1, fraction) }).catch(() => undefined);
  };
}

/** Prepares an uploaded file for pages. It may be repeated at any time: what is done is not done again. */
export async function takeIn(dependencies: TakeInDependencies, mediaId: string): Promise<void> {
  const { db, storage, media } = dependencies;
  const row = await store.findById(db, mediaId);
  if (row === undefined || row.state === 'ready' || row.state === 'refused') return;
  const hint = hintOfName(row.file_name);
  if (hint !== undefined) return refuse(dependencies, row, new MediaRefused('media_not_stitched', hint));
  const bytes = await readUpload(dependencies, row.upload_id);
  if (bytes === undefined) return refuse(dependencies, row, new MediaRefused('media_work_failed'));
  const showPreview = async (recognised: Recognised) => {
    const { preview } = recognised;
    if (preview !== undefined) await storage.putFile(previewKey(mediaId), preview);
    await store.advance(db, mediaId, {
      state: 'preparing',
      recognised,
      has_preview: preview !== undefined,
    });
  };
  try {
    const content = await media.ingestUpload(bytes, {
      isFlat: row.is_flat,
      onReceived: async ({ contentHash }) =>
        void (await store.advance(db, mediaId, { state: 'checking', file_hash: contentHash })),
      onRecognised: showPreview,
      onProgress: createProgress(db, mediaId),
    });
    await inTransaction(db, async (tx) => {
      const asset = await assetIdOf(tx, content.contentHash, true);
      await store.advance(tx, mediaId, { state: 'ready', progress: 1, asset_id: asset });
    });
  } catch (error) {
    if (!(error instanceof MediaRefused)) throw error;
    await refuse(dependencies, row, error);
  }
}

/** Refuses files that no job works on any more, and removes what is stored of deleted ones. */
export async function tidyMedia(dependencies: Omit<TakeInDependencies, 'media'>): Promise<void> {
  const { db, storage, log } = dependencies;
  for (const id of await store.findForsaken(db, FORSAKEN_HOURS)) {
    const row = await store.findById(db, id);
    log.error({ alert: true, media: id }, 'a file could not be prepared');
    if (row !== undefined) await refuse(dependencies, row, new MediaRefused('media_work_failed'));
  }
  for (const id of await store.findRemovals(db)) {
    await storage.removeAll(`previews/${id}/`);
    await store.deleteRemoval(db, id);
  }
}
