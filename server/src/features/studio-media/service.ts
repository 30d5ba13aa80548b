import type { StudioAsset, StudioMedia } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { presentPanorama } from '../catalogue/service.ts';
import { findAssetContents, type Manifest, type MediaUrls, type SpherePart } from '../media/service.ts';
import { endUpload } from '../uploads/service.ts';
import { type AuditActor, recordAudit } from '../workspaces/service.ts';
import * as store from './store.ts';

export { addMissingPreviews, addPrepared } from './prepared.ts';
export { giveUp } from './refuse.ts';
export { findAllByAsset, findOwnAssets, findPreviews, readMediaTotals, replaceAsset } from './store.ts';
export { addUpload, previewKey, type TakeInDependencies, takeIn } from './take-in.ts';
export { tidyMedia } from './tidy.ts';

function mediaNotFound(): AppError {
  return new AppError(404, 'media_not_found', 'There is no such file in this workspace.');
}

/** Builds the URL of a file's preview, which opens for some minutes. */
export type BuildPreviewUrl = (mediaId: string) => string;

/** Builds the URLs of previews for a member. */
export const previewUrlsFor =
  (urls: MediaUrls, memberId: string): BuildPreviewUrl =>
  (mediaId) => {
    const { base } = urls.path({ assetId: mediaId, gated: true, experienceId: 0, memberId });
    return base.replace('/media/s/', '/studio-previews/').slice(0, -1);
  };

async function present(
  db: Db,
  rows: readonly store.MediaRow[],
  buildPreviewUrl: BuildPreviewUrl,
): Promise<StudioMedia[]> {
  const contents = await findAssetContents(
    db,
    rows.flatMap(({ asset_id }) => asset_id ?? []),
  );
  return rows.map((row) => presentRow(row, contents.get(row.asset_id ?? '')?.manifest, buildPreviewUrl));
}

function presentRow(
  row: store.MediaRow,
  manifest: Manifest | undefined,
  buildPreviewUrl: BuildPreviewUrl,
): StudioMedia {
  const { stereo = 'mono', sphere } = manifest ?? {};
  return {
    id: row.id,
    uploadId: row.upload_id,
    fileName: row.file_name,
    bytes: row.size,
    createdAt: row.created_at.toISOString(),
    state: row.state,
    progress: row.progress,
    kind: row.kind,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration,
    stereo,
    isAssumed: row.is_assumed,
    coverage: sphere?.part ? coverageOf(sphere.part) : null,
    part: sphere?.part ?? null,
    pose: sphere?.pose ?? null,
    proposedPose: sphere?.proposedPose ?? null,
    view: sphere?.view ?? null,
    previewUrl: row.has_preview ? buildPreviewUrl(row.id) : null,
    asset: row.asset_id,
    refusal: row.refusal_code === null ? null : { code: row.refusal_code, detail: row.refusal_detail ?? '' },
  };
}

/** To a tenth of a degree. */
function coverageOf({ minYaw, maxYaw, minPitch, maxPitch }: SpherePart): StudioMedia['coverage'] {
  const rounded = (degrees: number) => Math.round(10 * degrees) / 10;
  return { horizontal: rounded(maxYaw - minYaw), vertical: rounded(maxPitch - minPitch) };
}

/** A page of a workspace's files. */
export async function listMedia(
  db: Db,
  page: Parameters<typeof store.listMedia>[1],
  buildPreviewUrl: BuildPreviewUrl,
): Promise<{ media: StudioMedia[]; hasMore: boolean }> {
  const rows = await store.listMedia(db, { ...page, limit: page.limit + 1 });
  const media = await present(db, rows.slice(0, page.limit), buildPreviewUrl);
  return { media, hasMore: rows.length > page.limit };
}

/** Keeps that a picture lies on the sphere as was assumed. @throws {AppError} 404 `media_not_found` */
export async function confirmMedia(
  db: Db,
  place: store.MediaPlace,
  buildPreviewUrl: BuildPreviewUrl,
): Promise<StudioMedia> {
  await store.setConfirmed(db, place);
  return readMedia(db, place, buildPreviewUrl);
}

/** @throws {AppError} 404 `media_not_found` */
export async function readMedia(
  db: Db,
  place: store.MediaPlace,
  buildPreviewUrl: BuildPreviewUrl,
): Promise<StudioMedia> {
  const row = await store.findMedia(db, place);
  const [media] = row === undefined ? [] : await present(db, [row], buildPreviewUrl);
  if (media === undefined) throw mediaNotFound();
  return media;
}

/** Builds the URL of an asset's files, which opens for some minutes. */
export type BuildFilesUrl = (assetId: string) => { base: string; expiresAt?: Date };

/**
 * A ready file of the workspace, as the viewer shows it to those who make tours.
 *
 * @throws {AppError} 404 `media_not_found`
 */
export async function readAsset(
  db: Db,
  place: { workspaceId: string; asset: string },
  buildFilesUrl: BuildFilesUrl,
): Promise<StudioAsset> {
  const row = await store.findByAsset(db, place);
  const content = row && (await findAssetContents(db, [place.asset])).get(place.asset);
  if (row === undefined || content === undefined) throw mediaNotFound();
  const { preview, tiles, poster, duration, file, stereo = 'mono' } = content.manifest;
  const url = buildFilesUrl(place.asset);
  return {
    asset: place.asset,
    fileName: row.file_name,
    kind: content.kind,
    width: content.width,
    height: content.height,
    durationSeconds: content.duration,
    stereo,
    url: url.base + file,
    panorama: presentPanorama({ preview, tiles, poster, duration }, url),
  };
}

/** The titles of a workspace's tours whose drafts name an asset. */
export type FindTitlesOfTours = (tx: Tx, workspaceId: string, asset: string) => Promise<string[]>;

/**
 * Deletes a file. What visitors see of it in published tours stays; what nothing uses is removed later.
 *
 * @throws {AppError} 404 `media_not_found`, 409 `media_in_use` with the titles of the tours
 */
export async function deleteMedia(
  db: Db,
  actor: AuditActor,
  place: store.MediaPlace,
  findTitlesOfTours: FindTitlesOfTours,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await store.findMedia(tx, place);
    if (found === undefined) throw mediaNotFound();
    const tours =
      found.asset_id === null ? [] : await findTitlesOfTours(tx, place.workspaceId, found.asset_id);
    if (tours.length > 0) {
      const titles = tours.map((title) => `“${title || 'Untitled'}”`).join(', ');
      throw new AppError(409, 'media_in_use', `This file is used in ${titles}. Take it out of there first.`);
    }
    await store.deleteMedia(tx, place);
    await endUpload(tx, found.upload_id);
    await recordAudit(tx, {
      workspaceId: place.workspaceId,
      actor,
      action: 'media.removed',
      subject: { kind: 'media', id: place.mediaId },
    });
  });
}
