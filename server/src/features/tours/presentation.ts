import type {
  SceneDetail,
  SceneHotspot,
  SceneLight,
  SceneSummary,
  Thumbnails,
  Tour,
  TourOutline,
  TourScene,
} from '@oriel/contract';
import { type BuildAssetUrl, presentPanorama } from '../catalogue/service.ts';
import type { AssetIds, StoredContent } from '../media/service.ts';

/** A published tour with all that its responses are made of. A version never changes, so this is cached. */
export interface PublishedTour {
  tour: Tour;
  scenes: ReadonlyMap<string, TourScene>;
  /** By the asset ids of the document. */
  contents: ReadonlyMap<string, StoredContent>;
  /** By content hash. */
  ids: ReadonlyMap<string, AssetIds>;
  /** By scene; those that were never made are absent. */
  thumbnails: ReadonlyMap<string, Thumbnails>;
}

/** An experience, and whether the caller may open all of its tour. */
export interface TourAccess {
  experienceId: number;
  isGated: boolean;
  /** Whether it opens for everybody. If not every file is gated, also of a free tour or a preview scene. */
  opensForEverybody: boolean;
  isPermitted: boolean;
  memberId: string | undefined;
}

/** The URL of the main file of an asset that the document names, and where its other files are. */
type ResolveAsset = (assetId: string) => { base: string; url: string; expiresAt?: Date } | undefined;

function doorsOf({ hotspots }: TourScene): Set<string> {
  return new Set(hotspots.flatMap((spot) => (spot.kind === 'door' && spot.target ? [spot.target] : [])));
}

/** Whether every visitor may stand in a scene. */
export const isPreviewScene = ({ previewScenes }: Tour, id: string): boolean =>
  previewScenes?.includes(id) === true;

function presentSummary(
  { tour, contents, thumbnails }: PublishedTour,
  scene: TourScene,
  isPermitted: boolean,
  isNear: boolean,
): SceneSummary {
  const { id, title, place } = scene;
  const isOpen = isPermitted || isPreviewScene(tour, id);
  const preview = isOpen && isNear ? contents.get(scene.media)?.manifest.preview : undefined;
  const images = thumbnails.get(id);
  return {
    id,
    title,
    isOpen,
    ...(images !== undefined && { thumbnails: images }),
    ...(preview !== undefined && { preview }),
    ...(place !== undefined && { place }),
  };
}

/** Resolves the assets of a document to public files, or to files that are signed for one member. */
export function createResolver(
  { contents, ids }: Pick<PublishedTour, 'contents' | 'ids'>,
  gated: boolean,
  { experienceId, memberId }: Pick<TourAccess, 'experienceId' | 'memberId'>,
  buildAssetUrl: BuildAssetUrl,
): ResolveAsset {
  return (documentId) => {
    const content = contents.get(documentId);
    const both = content && ids.get(content.contentHash);
    const assetId = gated ? both?.gated : both?.open;
    if (content === undefined || assetId === undefined) return undefined;
    const { base, expiresAt } = buildAssetUrl({ assetId, gated, experienceId, memberId });
    return { base, url: base + content.manifest.file, ...(expiresAt !== undefined && { expiresAt }) };
  };
}

/**
 * The outline of a tour for callers who may open all of it, or only its preview scenes.
 *
 * @param resolve for plans and the guide's sounds, which are public while the tour opens for everybody
 */
export function presentOutline(
  published: PublishedTour,
  isPermitted: boolean,
  resolve: ResolveAsset,
): TourOutline {
  const { tour, scenes } = published;
  const start = scenes.get(tour.start);
  const near = new Set([tour.start, ...(start === undefined ? [] : doorsOf(start))]);
  const isOpen = (id: string) => isPermitted || isPreviewScene(tour, id);
  const steps = tour.guide?.steps.filter(({ scene }) => isOpen(scene)) ?? [];
  return {
    start: tour.start,
    scenes: tour.scenes.map((scene) => presentSummary(published, scene, isPermitted, near.has(scene.id))),
    plans: tour.plans.flatMap((plan) => {
      const image = resolve(plan.image)?.url;
      return image === undefined ? [] : [{ ...plan, image }];
    }),
    looks: start?.looks ?? [],
    ...(steps.length > 0 && {
      guide: {
        steps: steps.map(({ audio, ...step }) => {
          const url = audio === undefined ? undefined : resolve(audio)?.url;
          return { ...step, ...(url !== undefined && { audio: url }) };
        }),
      },
    }),
  };
}

function presentHotspot(
  spot: TourScene['hotspots'][number],
  contents: PublishedTour['contents'],
  resolve: ResolveAsset,
): SceneHotspot {
  if (spot.kind !== 'picture' && spot.kind !== 'film' && spot.kind !== 'sound') return spot;
  const { target = '', ...rest } = spot;
  const asset = resolve(target);
  if (asset === undefined) return rest;
  const poster = contents.get(target)?.manifest.poster;
  return { ...rest, url: asset.url, ...(poster !== undefined && { poster: asset.base + poster }) };
}

/** Without a preview, which would be a blur between two sharp pictures; undefined where the picture is missing. */
function presentLight(
  { media, ...light }: SceneLight,
  contents: PublishedTour['contents'],
  resolve: ResolveAsset,
): NonNullable<SceneDetail['lights']>[number] | undefined {
  if (media === undefined) return light;
  const asset = resolve(media);
  const tiles = contents.get(media)?.manifest.tiles;
  if (asset === undefined) return undefined;
  return { ...light, url: asset.url, panorama: presentPanorama({ tiles }, asset) };
}

/**
 * A scene that the caller may stand in, with URLs that are signed where the tour is gated and the scene no preview, and where it
 * does not open for everybody.
 */
export function presentScene(
  published: PublishedTour,
  scene: TourScene,
  access: TourAccess,
  buildAssetUrl: BuildAssetUrl,
): SceneDetail {
  const { tour, scenes, contents } = published;
  const { isGated, opensForEverybody, isPermitted } = access;
  const gated = !opensForEverybody || (isGated && !isPreviewScene(tour, scene.id));
  const resolve = createResolver(published, gated, access, buildAssetUrl);
  const asset = resolve(scene.media);
  const content = contents.get(scene.media);
  if (asset === undefined || content === undefined) throw new Error('a published scene has no media');
  const { preview, tiles, poster, duration } = content.manifest;
  const { media: _, hotspots, lights, sounds, nadir, view, ...rest } = scene;
  const nadirImage = nadir?.image === undefined ? undefined : resolve(nadir.image)?.url;
  const near = [...doorsOf(scene)].flatMap((id) => scenes.get(id) ?? []);
  return {
    ...rest,
    view,
    ...(nadir !== undefined && {
      nadir: {
        radius: nadir.radius,
        ...(nadir.colour && { colour: nadir.colour }),
        ...(nadirImage && { image: nadirImage }),
      },
    }),
    ...(lights !== undefined && {
      lights: lights.flatMap((light) => presentLight(light, contents, resolve) ?? []),
    }),
    hotspots: hotspots.map((spot) => presentHotspot(spot, contents, resolve)),
    sounds: sounds.flatMap(({ media, ...sound }) => {
      const url = resolve(media)?.url;
      return url === undefined ? [] : [{ ...sound, url }];
    }),
    url: asset.url,
    panorama: presentPanorama(
      { preview, tiles, poster, duration, initialView: { yaw: view.yaw, pitch: view.pitch } },
      asset,
    ),
    neighbours: near.map((neighbour) => presentSummary(published, neighbour, isPermitted, true)),
  };
}
