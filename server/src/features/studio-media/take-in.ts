import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { hintOfName, type Media, MediaRefused } from '../media/service.ts';
import { endUpload, type FinishedUpload, lockFiles, readUpload } from '../uploads/service.ts';
import { recordAudit } from '../workspaces/service.ts';
import { refuse } from './refuse.ts';
import * as store from './store.ts';

export interface TakeInDependencies {
  db: Db;
  storage: Storage;
  media: Media;
}

const MAX_NAME = 255;
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

export async function removePreview(storage: Storage, mediaId: string): Promise<void> {
  await storage.removeAll(`previews/${mediaId}/`);
}

/** Notes what is done of a file; ends the work where another has finished it, or where it has been deleted. */
function createNotes(db: Db, mediaId: string) {
  const ending = new AbortController();
  let last = 0;
  const note = async (change: Parameters<typeof store.advance>[2]) => {
    if (!(await store.advance(db, mediaId, change))) ending.abort();
    ending.signal.throwIfAborted();
  };
  return {
    signal: ending.signal,
    note,
    /** At most twice a second; failures to do so do not matter. */
    noteProgress(fraction: number) {
      if (performance.now() - last < PROGRESS_MS) return;
      last = performance.now();
      note({ state: 'preparing', progress: Math.min(1, fraction) }).catch(() => undefined);
    },
  };
}

/** A file is ready. Of equal ones in a workspace the pieces of one are kept, that of the first. */
async function finish({ db, media }: TakeInDependencies, row: store.MediaRow, contentHash: string) {
  await inTransaction(db, async (tx) => {
    await lockFiles(tx, row.workspace_id);
    const asset = await media.assetIdOf(tx, contentHash, true);
    const isReady = await store.advance(tx, row.id, { state: 'ready', progress: 1, asset_id: asset });
    if (isReady && (await store.isKeptAlready(tx, row.id))) await endUpload(tx, row.upload_id);
  });
}

/** Prepares an uploaded file for pages. It may be repeated at any time: what is done is not done again. */
export async function takeIn(dependencies: TakeInDependencies, mediaId: string): Promise<void> {
  const { db, storage } = dependencies;
  const row = await store.findById(db, mediaId);
  if (row !== undefined && (row.state === 'ready' || row.state === 'refused')) return;
  if (row !== undefined) await prepare(dependencies, row);
  // It may have been deleted meanwhile, or before a process was killed that had stored its preview.
  if ((await store.findById(db, mediaId)) === undefined) await removePreview(storage, mediaId);
}

async function prepare(dependencies: TakeInDependencies, row: store.MediaRow): Promise<void> {
  const { db, storage, media } = dependencies;
  const hint = hintOfName(row.file_name);
  const { signal, note, noteProgress } = createNotes(db, row.id);
  try {
    if (hint !== undefined) throw new MediaRefused('media_not_stitched', hint);
    const bytes = await readUpload(dependencies, row.upload_id);
    if (bytes === undefined) throw new MediaRefused('media_work_failed');
    const content = await media.ingestUpload(bytes, {
      isFlat: row.is_flat,
      signal,
      onReceived: ({ contentHash }) => note({ state: 'checking', file_hash: contentHash }),
      async onRecognised(recognised) {
        const { preview } = recognised;
        if (preview !== undefined) await storage.putFile(previewKey(row.id), preview);
        await note({ state: 'preparing', recognised, has_preview: preview !== undefined });
      },
      onProgress: noteProgress,
    });
    await finish(dependencies, row, content.contentHash);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof MediaRefused)) throw error;
    await refuse(db, row, error);
  }
}
