import { isDeepStrictEqual } from 'node:util';
import {
  parseTour,
  problemAt,
  publicationProblems,
  type Thumbnails,
  type Tour,
  type TourProblem,
  type TourScene,
  tourAssets,
} from '@oriel/contract';
import { type Db, sqlState, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { attachMedia, experienceNotFound, findPrice } from '../catalogue/service.ts';
import {
  assetIdOf,
  findAssetContents,
  findAssetIds,
  findAttached,
  findAttachedOpen,
  isSphere,
  type Media,
  removeOpenAssets,
  removeThumbnails,
  type StoredContent,
  type View,
} from '../media/service.ts';
import { isPreviewScene } from './presentation.ts';
import {
  findNamedAssets,
  findOpenTours,
  findShownDocuments,
  findVersion,
  insertVersion,
  lockPublications,
  setPublished,
} from './store.ts';

export {
  findNamedAssets,
  listVersions as tourHistory,
  lockPublications,
  type TourVersion,
} from './store.ts';

const FOREIGN_KEY_VIOLATION = '23503';
/** The most problems named in one sentence. */
const MAX_SENTENCES = 5;

/** A tour document that was refused; `problems` says why, each with its place. */
export class TourRefused extends AppError {
  readonly problems: readonly TourProblem[];

  constructor(code: 'tour_invalid' | 'tour_incomplete', problems: readonly TourProblem[]) {
    const rest = problems.length - MAX_SENTENCES;
    const sentences = problems.slice(0, MAX_SENTENCES).map(({ message }) => message);
    if (rest > 0) sentences.push(`And ${rest} more.`);
    super(422, code, sentences.join(' '));
    this.problems = problems;
  }
}

/** The horizontal field of view of thumbnails, in degrees. */
const THUMBNAIL_FOV = 90;

/** The view that a scene's thumbnails show. */
export function thumbnailView({ view: { yaw, pitch } }: TourScene): View {
  return { yaw, pitch, fov: THUMBNAIL_FOV };
}

/** Makes the thumbnails of all scenes, unless they exist. Call it before publishing: lists of scenes show those that are there. */
export async function makeSceneThumbnails(db: Db, media: Media, tour: Tour): Promise<void> {
  const named = tour.scenes.map((scene) => scene.media);
  const contents = await findAssetContents(db, named);
  for (const scene of tour.scenes) {
    const content = contents.get(scene.media);
    if (content !== undefined && isSphere(content)) await media.thumbnailsOf(content, [thumbnailView(scene)]);
  }
}

/** The thumbnails of the start scene, which stand for the whole tour on cards. */
export async function makeStartThumbnails(db: Db, media: Media, tour: Tour): Promise<Thumbnails | undefined> {
  const start = tour.scenes.find(({ id }) => id === tour.start);
  const content = start && (await findAssetContents(db, [start.media])).get(start.media);
  if (start === undefined || content === undefined || !isSphere(content)) return undefined;
  const [thumbnails] = await media.thumbnailsOf(content, [thumbnailView(start)]);
  return thumbnails;
}

/** Ends the public URLs of a withdrawn experience's media; who keeps it is given signed ones. */
export async function closeTour(tx: Tx, experienceId: number): Promise<void> {
  const found = await findVersion(tx, experienceId, 'published');
  if (found !== undefined) await attachStart(tx, experienceId, found.document, true);
  await closeOpenAssets(tx, experienceId);
}

async function hashesOf(tx: Tx, assets: readonly string[]): Promise<string[]> {
  const contents = await findAssetContents(tx, assets);
  return [...new Set([...contents.values()].map(({ contentHash }) => contentHash))];
}

/**
 * Ends the public URLs of an experience's media that are not public any more: all of a withdrawn one, and of a locked one
 * those outside the scenes that everybody may stand in. Media that another public tour shows keep theirs.
 */
export async function closeOpenAssets(tx: Tx, experienceId: number): Promise<void> {
  const hashes = await hashesOf(tx, await findNamedAssets(tx, experienceId));
  const ids = [...(await findAssetIds(tx, hashes)).values()].flatMap((both) => Object.values(both));
  const shown = await findOpenTours(tx, ids);
  const open = await hashesOf(
    tx,
    shown.flatMap(({ document, price }) =>
      tourAssets(price === 0 ? document : publicPartOf(document)).map(({ asset }) => asset),
    ),
  );
  const inUse = new Set([...open, ...(await findAttachedOpen(tx, hashes))]);
  await removeOpenAssets(
    tx,
    hashes.filter((hash) => !inUse.has(hash)),
  );
}

/**
 * Ends the thumbnails of media that no tour shows any more to anybody, published or withdrawn. Call it after `lockPublications`.
 *
 * @param assets of these media
 */
export async function endThumbnails(tx: Tx, assets: readonly string[]): Promise<void> {
  const hashes = await hashesOf(tx, assets);
  const ids = [...(await findAssetIds(tx, hashes)).values()].flatMap((both) => Object.values(both));
  const shown = await findShownDocuments(tx, ids);
  const named = shown.flatMap((document) => tourAssets(document).map(({ asset }) => asset));
  const inUse = new Set([...(await hashesOf(tx, named)), ...(await findAttached(tx, hashes))]);
  await removeThumbnails(
    tx,
    hashes.filter((hash) => !inUse.has(hash)),
  );
}

/** What every visitor may see of a locked tour. */
const publicPartOf = (tour: Tour): Tour => ({
  ...tour,
  scenes: tour.scenes.filter(({ id }) => isPreviewScene(tour, id)),
});

function versionNotFound(): AppError {
  return new AppError(404, 'tour_version_not_found', 'There is no such version of this tour.');
}

/**
 * Saves a new version of an experience's tour document; what visitors see stays.
 *
 * @param savedBy a member's id, or the name of a command
 * @returns the version, from 1, and the document as it is stored
 * @throws {TourRefused} 422 `tour_invalid`
 * @throws {AppError} 404 `experience_not_found`
 */
export async function saveTour(
  tx: Tx,
  experienceId: number,
  document: unknown,
  savedBy: string,
): Promise<{ version: number; tour: Tour }> {
  const parsed = parseTour(document);
  if (!parsed.ok) throw new TourRefused('tour_invalid', parsed.problems);
  try {
    const version = await insertVersion(tx, experienceId, parsed.tour, savedBy);
    return { version, tour: parsed.tour };
  } catch (error) {
    throw sqlState(error) === FOREIGN_KEY_VIOLATION ? experienceNotFound() : error;
  }
}

/**
 * Lets visitors see a version, the latest by default. Its start scene becomes the experience's own media, so that cards and
 * older clients show the same place.
 *
 * @throws {TourRefused} 422 `tour_incomplete`
 * @throws {AppError} 404 `experience_not_found`, `tour_version_not_found`
 */
export async function publishTour(
  tx: Tx,
  experienceId: number,
  version: number | 'latest' | 'published' = 'latest',
): Promise<number> {
  await lockPublications(tx);
  const found = await findVersion(tx, experienceId, version);
  if (found === undefined) throw versionNotFound();
  const tour = found.document;
  const named = tourAssets(tour).map(({ asset }) => asset);
  const contents = await findAssetContents(tx, named);
  const problems = [...publicationProblems(tour, new Set(contents.keys())), ...wrongMedia(tour, contents)];
  if (problems.length > 0) throw new TourRefused('tour_incomplete', problems);
  const price = await findPrice(tx, experienceId);
  if (price === undefined) throw experienceNotFound();
  // Both exist from now on, so that no reader has to create one.
  for (const { contentHash } of contents.values())
    for (const gated of [true, false]) await assetIdOf(tx, contentHash, gated);
  await attachStart(tx, experienceId, tour, price > 0);
  await setPublished(tx, experienceId, found.version);
  return found.version;
}

/** Files that are of another kind than their place needs. */
function wrongMedia(tour: Tour, contents: ReadonlyMap<string, StoredContent>): TourProblem[] {
  const flat = tourAssets(tour).flatMap(({ asset, path }) => {
    const found = contents.get(asset)?.kind;
    const wanted = wantedKind(tour, path);
    if (found === undefined || wanted === undefined || found === wanted) return [];
    // Of a 360-degree video the page shows the whole picture, as it is.
    if (wanted === 'film' && found === 'video') return [];
    return [problemAt(tour, path, `is no ${wanted}`)];
  });
  return [...wrongScenes(tour, contents), ...flat];
}

/** The kind of file that a place of a document needs; undefined for scenes. */
function wantedKind(tour: Tour, path: readonly (string | number)[]): 'image' | 'sound' | 'film' | undefined {
  const [, scene, , spot] = path;
  const last = path.at(-1);
  if (last === 'image') return 'image';
  if (last === 'audio' || path[2] === 'sounds') return 'sound';
  if (path[2] !== 'hotspots') return undefined;
  const kind = tour.scenes[Number(scene)]?.hotspots[Number(spot)]?.kind;
  if (kind === 'picture') return 'image';
  return kind === 'sound' || kind === 'film' ? kind : undefined;
}

function wrongScenes(tour: Tour, contents: ReadonlyMap<string, StoredContent>): TourProblem[] {
  return tour.scenes.flatMap((scene, index) => {
    const { media, kind } = scene;
    const found = contents.get(media);
    if (found === undefined) return [];
    if (found.kind !== (kind === 'film' ? 'video' : 'photo'))
      return [problemAt(tour, ['scenes', index, 'media'], `is no 360-degree ${kind}`)];
    const problems = wrongLights(tour, index, contents, found);
    const fault = stereoFault(scene, found.manifest.stereo);
    return fault === undefined
      ? problems
      : [...problems, problemAt(tour, ['scenes', index, 'stereo'], fault)];
  });
}

/** What is wrong with the eyes of a scene. @param stated what its file says; authors know more of films that say nothing */
function stereoFault(
  { kind, stereo }: TourScene,
  stated: StoredContent['manifest']['stereo'],
): string | undefined {
  const isFree = stated === undefined && (kind === 'film' || stereo === 'left-right');
  if (isFree || stereo === (stated ?? 'mono')) return undefined;
  return `must be ${stated ?? 'mono'}, as its ${kind === 'film' ? 'film' : 'picture'} is`;
}

/** Pictures in other lights that are not laid out as the scene's own, so that hotspots and views would not fit. */
function wrongLights(
  tour: Tour,
  scene: number,
  contents: ReadonlyMap<string, StoredContent>,
  own: StoredContent,
): TourProblem[] {
  return (tour.scenes[scene]?.lights ?? []).flatMap(({ media }, place) => {
    const found = media === undefined ? undefined : contents.get(media);
    if (found === undefined) return [];
    const path = ['scenes', scene, 'lights', place, 'media'];
    if (found.kind !== 'photo') return [problemAt(tour, path, 'is no 360-degree photo')];
    if (found.manifest.stereo !== own.manifest.stereo)
      return [problemAt(tour, path, 'must have as many eyes as the scene’s own picture')];
    if (isDeepStrictEqual(found.manifest.sphere?.part, own.manifest.sphere?.part)) return [];
    return [problemAt(tour, path, 'must show as much of the sphere as the scene’s own picture')];
  });
}

async function attachStart(tx: Tx, experienceId: number, tour: Tour, gated: boolean): Promise<void> {
  const start = tour.scenes.find(({ id }) => id === tour.start);
  const content = start && (await findAssetContents(tx, [start.media])).get(start.media);
  if (start === undefined || content === undefined || !isSphere(content)) return;
  const { file, stereo: _, sphere: __, ...panorama } = content.manifest;
  const { yaw, pitch } = start.view;
  await attachMedia(tx, experienceId, {
    mediaType: content.kind,
    assetId: await assetIdOf(tx, content.contentHash, gated),
    gated,
    file,
    panorama: content.kind === 'photo' ? { ...panorama, initialView: { yaw, pitch } } : panorama,
  });
}

/** @returns a version of an experience's tour document; undefined where there is none */
export async function readTour(
  db: Db | Tx,
  experienceId: number,
  version: number | 'latest' | 'published',
): Promise<{ version: number; tour: Tour } | undefined> {
  const found = await findVersion(db, experienceId, version);
  return found && { version: found.version, tour: found.document };
}
