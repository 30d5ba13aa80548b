import type { Db, Tx } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import { assetIdOf, findAssetContents, makeStoredPreview } from '../media/service.ts';
import { type AuditActor, memberBehind, recordAudit } from '../workspaces/service.ts';
import { findWithoutPreview, insertPrepared, setHasPreview } from './prepared-store.ts';
import { findOwnAssets } from './store.ts';
import { previewKey } from './take-in.ts';

/**
 * Adds contents that are stored already to the files of a workspace, unless it has them. There is no original of such a file, so it
 * cannot be blurred.
 *
 * @param names what the files are called, by their assets; assets that do not exist are skipped
 */
export async function addPrepared(
  tx: Tx,
  actor: AuditActor,
  { workspaceId, names }: { workspaceId: string; names: ReadonlyMap<string, string> },
): Promise<void> {
  const contents = await findAssetContents(tx, [...names.keys()]);
  for (const [named, content] of contents) {
    const asset = await assetIdOf(tx, content.contentHash, true);
    if ((await findOwnAssets(tx, workspaceId, [asset])).has(asset)) continue;
    const id = await insertPrepared(tx, {
      workspaceId,
      addedBy: memberBehind(actor),
      fileName: names.get(named) ?? 'file',
      asset,
      content,
    });
    await recordAudit(tx, { workspaceId, actor, action: 'media.added', subject: { kind: 'media', id } });
  }
}

/** Makes the previews that files added by `addPrepared` lack. */
export async function addMissingPreviews(
  { db, storage }: { db: Db; storage: Storage },
  workspaceId: string,
): Promise<void> {
  const files = await findWithoutPreview(db, workspaceId);
  const contents = await findAssetContents(
    db,
    files.map(({ asset }) => asset),
  );
  for (const { id, asset } of files) {
    const content = contents.get(asset);
    const preview = content && (await makeStoredPreview(storage, content));
    if (preview === undefined) continue;
    await storage.put(previewKey(id), preview);
    await setHasPreview(db, id);
  }
}
