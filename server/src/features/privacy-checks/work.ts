import { MAX_PRIVACY_REGIONS, type PrivacyRegion } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import { findAssetContents, isSphere, type Media, MediaRefused } from '../media/service.ts';
import { findAllByAsset, previewKey, replaceAsset } from '../studio-media/service.ts';
import { readUpload } from '../uploads/service.ts';
import { recordAudit } from '../workspaces/service.ts';
import * as store from './store.ts';

export interface PrivacyWorkDependencies {
  db: Db;
  storage: Storage;
  media: Media;
  /** Lets the tours of a workspace name another asset. */
  replacePicture(
    tx: Tx,
    change: { workspaceId: string; asset: string; by: string; changedBy: string },
  ): Promise<void>;
}

/** What cannot be done, in a sentence for who asked for it. */
class Hopeless extends Error {}

const ORIGINAL_GONE =
  'The original is no longer kept, so nothing can be blurred. Please upload the picture again.';

const TOO_MANY = `More than ${MAX_PRIVACY_REGIONS} places were found in this picture, which is more than can be looked at.`;

/** To a hundredth of a degree, so that the numbers can be read. */
const rounded = (degrees: number) => Math.round(100 * degrees) / 100;

async function search({ db, media }: PrivacyWorkDependencies, row: store.CheckRow): Promise<void> {
  const source = row.source_asset_id ?? row.asset_id;
  const content = (await findAssetContents(db, [source])).get(source);
  if (content === undefined || !isSphere(content)) throw new Hopeless('The picture is no longer there.');
  const faces = await media.findFaces(content);
  if (faces.length > MAX_PRIVACY_REGIONS) throw new Hopeless(TOO_MANY);
  const found = faces.map(
    ({ yaw, pitch, width, height, isRectangle = false }): PrivacyRegion => ({
      yaw: rounded(yaw),
      pitch: rounded(pitch),
      width: rounded(width),
      height: rounded(height),
      shape: isRectangle ? 'rectangle' : 'ellipse',
      origin: 'found',
      isBlurred: true,
    }),
  );
  const drawn = row.regions.filter(({ origin }) => origin === 'drawn');
  const place = { workspaceId: row.workspace_id, asset: row.asset_id };
  await store.writeCheck(db, place, { state: 'searched', regions: [...found, ...drawn] });
}

/** The asset of the picture with these regions blurred; without regions, that of the picture as it was uploaded. */
async function blurOriginal(
  dependencies: PrivacyWorkDependencies,
  row: store.CheckRow,
): Promise<{ asset: string; source: string }> {
  const { db, storage, media } = dependencies;
  const source = row.source_asset_id ?? row.asset_id;
  const files = await findAllByAsset(db, { workspaceId: row.workspace_id, asset: row.asset_id });
  const hidden = row.regions.filter(({ isBlurred }) => isBlurred);
  for (const file of files) {
    const original = await readUpload(dependencies, file.upload_id);
    if (original === undefined) continue;
    const content = await media.blurPhoto(original, hidden, async (preview) => {
      for (const { id, has_preview } of files)
        if (has_preview) await storage.putFile(previewKey(id), preview);
    });
    if (hidden.length === 0) return { asset: source, source };
    return { asset: await media.assetIdOf(db, content.contentHash, true), source };
  }
  throw new Hopeless(ORIGINAL_GONE);
}

async function blur(dependencies: PrivacyWorkDependencies, row: store.CheckRow): Promise<void> {
  const { db, replacePicture } = dependencies;
  const { workspace_id: workspaceId, asset_id: asset, stated_by: statedBy } = row;
  const made = await blurOriginal(dependencies, row);
  const { regions, basis, stated_at } = row;
  const signed = { state: 'signed' as const, regions, basis, stated_by: statedBy, stated_at };
  await inTransaction(db, async (tx) => {
    const now = await store.findCheck(tx, { workspaceId, asset });
    // Another process has done it.
    if (now?.state !== 'blurring') return;
    const source_asset_id = made.asset === made.source ? null : made.source;
    await store.writeCheck(tx, { workspaceId, asset: made.asset }, { ...signed, source_asset_id });
    if (made.asset === asset) return;
    await store.writeCheck(tx, { workspaceId, asset }, { state: 'replaced', replaced_by: made.asset });
    await replaceAsset(tx, { workspaceId, asset, by: made.asset });
    await replacePicture(tx, { workspaceId, asset, by: made.asset, changedBy: statedBy ?? '' });
    await recordAudit(tx, {
      workspaceId,
      actor: { kind: 'job', id: 'privacy' },
      action: 'media.blurred',
      subject: { kind: 'media', id: made.asset },
      before: { asset },
    });
  });
}

/** Does what waits for a picture. It may be repeated at any time; what fails is said in the check, and never looks like "nobody". */
export async function doPrivacyWork(
  dependencies: PrivacyWorkDependencies,
  { workspaceId, asset }: store.CheckPlace,
): Promise<void> {
  const { db } = dependencies;
  const row = await store.findCheck(db, { workspaceId, asset });
  if (row?.state !== 'searching' && row?.state !== 'blurring') return;
  try {
    await (row.state === 'searching' ? search(dependencies, row) : blur(dependencies, row));
  } catch (error) {
    const isKnown = error instanceof Hopeless || error instanceof MediaRefused;
    const sentence =
      row.state === 'searching'
        ? 'The search for faces did not come to its end. Please try again.'
        : 'The picture could not be blurred. Please try again.';
    await store.writeCheck(
      db,
      { workspaceId, asset },
      {
        state: 'failed',
        failure: isKnown ? error.message.slice(0, 500) : sentence,
        basis: null,
        stated_by: null,
        stated_at: null,
      },
    );
    if (!isKnown) throw error;
  }
}
