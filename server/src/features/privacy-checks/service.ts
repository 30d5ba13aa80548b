import type { PrivacyBasis, PrivacyCheck, PrivacyRegion } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { findMember } from '../accounts/service.ts';
import { presentPanorama } from '../catalogue/service.ts';
import { findAssetContents, isSphere, type MediaContent } from '../media/service.ts';
import { findAllByAsset, findOwnAssets } from '../studio-media/service.ts';
import { type AuditActor, memberBehind, needsPrivacyCheck, recordAudit } from '../workspaces/service.ts';
import * as store from './store.ts';

export { doPrivacyWork } from './work.ts';

/** A picture may have been made again several times. */
const MAX_STEPS = 50;
/** After this a search or a blur that nobody finished may be begun again. */
const STALE_MS = 20 * 60_000;

/** Builds the URL of an asset's files, which opens for some minutes. */
type BuildFilesUrl = (assetId: string) => { base: string; expiresAt?: Date };

function notFound(): AppError {
  return new AppError(404, 'media_not_found', 'There is no such 360-degree picture in this workspace.');
}

interface Found {
  place: store.CheckPlace;
  row: store.CheckRow | undefined;
  fileName: string;
  /** The picture without blur. */
  source: string;
  content: MediaContent;
}

/**
 * The pictures that blur has made of others, as far as the workspace still has them.
 *
 * @param assets those that are no UUIDs exist nowhere
 * @returns by the assets; those that stayed as they are are absent
 */
export async function findSuccessors(
  db: Db | Tx,
  workspaceId: string,
  assets: readonly string[],
): Promise<Map<string, string>> {
  const last = new Map<string, string>();
  let replaced = await store.findReplaced(db, workspaceId, assets);
  for (let step = 0; step < MAX_STEPS && replaced.size > 0; step += 1) {
    for (const asset of assets) {
      const successor = replaced.get(last.get(asset) ?? asset);
      if (successor !== undefined) last.set(asset, successor);
    }
    replaced = await store.findReplaced(db, workspaceId, [...new Set(last.values())]);
  }
  const owned = await findOwnAssets(db, workspaceId, [...new Set(last.values())]);
  return new Map([...last].filter(([, successor]) => owned.has(successor)));
}

/** Those of the assets of which blur has made other pictures. @param assets those that are no UUIDs exist nowhere */
export async function findReplaced(
  tx: Tx,
  workspaceId: string,
  assets: readonly string[],
): Promise<string[]> {
  return [...(await store.findReplaced(tx, workspaceId, assets)).keys()];
}

/** The check of a picture, or of what has become of it. @throws {AppError} 404 `media_not_found` */
async function findCurrent(db: Db, place: store.CheckPlace): Promise<Found> {
  const successors = await findSuccessors(db, place.workspaceId, [place.asset]);
  const current = { ...place, asset: successors.get(place.asset) ?? place.asset };
  const row = await store.findCheck(db, current);
  const [file] = await findAllByAsset(db, current);
  const source = row?.source_asset_id ?? current.asset;
  const content = (await findAssetContents(db, [source])).get(source);
  if (file === undefined || content === undefined || !isSphere(content)) throw notFound();
  return { place: current, row, fileName: file.file_name, source, content };
}

/** @throws {AppError} 404 `media_not_found` */
export async function readCheck(
  db: Db,
  place: store.CheckPlace,
  buildFilesUrl: BuildFilesUrl,
): Promise<PrivacyCheck> {
  const { place: current, row, fileName, source, content } = await findCurrent(db, place);
  const signer = row?.stated_by ? await findMember(db, row.stated_by) : undefined;
  const { manifest, kind, width, height } = content;
  const { preview, tiles, poster, duration } = manifest;
  const url = buildFilesUrl(source);
  return {
    asset: current.asset,
    fileName,
    kind,
    state: row === undefined || row.state === 'replaced' ? 'none' : row.state,
    url: url.base + manifest.file,
    panorama: presentPanorama({ preview, tiles, poster, duration }, url),
    width,
    height,
    stereo: manifest.stereo ?? 'mono',
    regions: row?.regions ?? [],
    failure: row?.failure ?? null,
    statement:
      row?.stated_by && row.stated_at && row.basis
        ? {
            basis: row.basis,
            by: {
              id: row.stated_by,
              name: signer === undefined ? '' : `${signer.first_name} ${signer.last_name}`.trim(),
            },
            at: row.stated_at.toISOString(),
          }
        : null,
  };
}

/**
 * Those of a workspace's pictures that nobody has signed for; none where its tours need no check.
 *
 * @param assets UUIDs of spheres of the workspace
 */
export async function findUnchecked(
  db: Db | Tx,
  workspaceId: string,
  assets: readonly string[],
): Promise<Set<string>> {
  if (assets.length === 0 || !(await needsPrivacyCheck(db, workspaceId))) return new Set();
  const signed = await store.findSigned(db, workspaceId, assets);
  return new Set(assets.filter((asset) => !signed.has(asset)));
}

function requireIdle(row: store.CheckRow | undefined): void {
  const isBusy = row?.state === 'searching' || row?.state === 'blurring';
  if (isBusy && Date.now() - row.changed_at.getTime() < STALE_MS)
    throw new AppError(409, 'check_busy', 'This picture is being worked on. Please wait a moment.');
}

/**
 * Begins a search for faces. A statement that was signed before is void.
 *
 * @returns the asset that is searched
 * @throws {AppError} 404 `media_not_found`, 409 `check_busy`
 */
export async function beginSearch(db: Db, jobs: Jobs, asked: store.CheckPlace): Promise<void> {
  const { place } = await findCurrent(db, asked);
  await inTransaction(db, async (tx) => {
    await store.lockCheck(tx, place);
    requireIdle(await store.findCheck(tx, place));
    const unsigned = { basis: null, stated_by: null, stated_at: null };
    await store.writeCheck(tx, place, { state: 'searching', ...unsigned });
    await jobs.add(tx, 'privacy', place);
  });
}

interface Statement {
  state: 'blurring' | 'signed';
  basis: PrivacyBasis;
  regions: PrivacyRegion[];
}

/** Writes down what the member behind `actor` states about a picture, in the audit log too. */
async function writeStatement(
  tx: Tx,
  actor: AuditActor,
  place: store.CheckPlace,
  { state, basis, regions }: Statement,
): Promise<void> {
  const blurred = regions.filter(({ isBlurred }) => isBlurred).length;
  await store.writeCheck(tx, place, { state, ...store.statementOf(basis, memberBehind(actor), regions) });
  await recordAudit(tx, {
    workspaceId: place.workspaceId,
    actor,
    action: 'privacy.stated',
    subject: { kind: 'media', id: place.asset },
    after: { basis, blurred, kept: regions.length - blurred },
  });
}

/**
 * Signs the statement that a picture was checked. With regions to be blurred, or where some were blurred before, the picture is
 * made again.
 *
 * @throws {AppError} 404 `media_not_found`, 409 `check_busy`, `check_not_searched`
 */
export async function signCheck(
  db: Db,
  jobs: Jobs,
  actor: AuditActor,
  {
    basis,
    regions,
    ...asked
  }: store.CheckPlace & {
    basis: PrivacyBasis;
    regions: PrivacyRegion[];
  },
): Promise<void> {
  const { place, content } = await findCurrent(db, asked);
  const isBlurring = regions.some(({ isBlurred }) => isBlurred);
  await inTransaction(db, async (tx) => {
    await store.lockCheck(tx, place);
    const row = await store.findCheck(tx, place);
    requireIdle(row);
    const isSearched = row?.state === 'searched' || row?.state === 'signed';
    if (basis === 'looked' && content.kind === 'photo' && !isSearched)
      throw new AppError(409, 'check_not_searched', 'The picture must be searched for faces first.');
    const isMadeAnew = content.kind === 'photo' && (isBlurring || row?.source_asset_id != null);
    await writeStatement(tx, actor, place, { state: isMadeAnew ? 'blurring' : 'signed', basis, regions });
    if (isMadeAnew) await jobs.add(tx, 'privacy', place);
  });
}

/**
 * Signs that nobody is to be seen in pictures of which that is known, such as renderings, and writes it in the audit log. What was
 * decided about a picture before stays.
 *
 * @param actor the member behind it is who states it
 * @param assets UUIDs
 */
export async function signWithoutPeople(
  tx: Tx,
  actor: AuditActor,
  { workspaceId, assets }: { workspaceId: string; assets: readonly string[] },
): Promise<void> {
  for (const asset of assets) {
    const place = { workspaceId, asset };
    await store.lockCheck(tx, place);
    if ((await store.findCheck(tx, place)) !== undefined) continue;
    await writeStatement(tx, actor, place, { state: 'signed', basis: 'no-people', regions: [] });
  }
}
