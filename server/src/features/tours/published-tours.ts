import {
  type SceneDetail,
  type Thumbnails,
  type Tour,
  type TourLink,
  type TourOutline,
  type TourScene,
  tourAssets,
} from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { BuildAssetUrl } from '../catalogue/service.ts';
import {
  findAssetContents,
  findAssetIds,
  findViewThumbnails,
  isSphere,
  type StoredContent,
} from '../media/service.ts';
import {
  createResolver,
  isPreviewScene,
  type PublishedTour,
  presentOutline,
  presentScene,
  type TourAccess,
} from './presentation.ts';
import { thumbnailView } from './service.ts';
import { findVersion } from './store.ts';

const MAX_CACHED_TOURS = 200;

/** The version of a tour that visitors see, if there is one. */
interface PublishedVersion {
  version: number | undefined;
}

/** Whether a tour is no more than one scene that looks as any single photo or video does. */
function isBare({ scenes, plans, guide }: Tour): boolean {
  const [scene] = scenes;
  if (scene === undefined || scenes.length > 1 || plans.length > 0 || guide !== undefined) return false;
  const { hotspots, looks, sounds, captions, pose, stereo, lights, coverage, limits, adjust, nadir } = scene;
  const parts = [...hotspots, ...looks, ...(lights ?? []), ...sounds, ...captions];
  const isPlain = [coverage, limits, adjust, nadir, pose.heading].every((value) => value === undefined);
  return parts.length === 0 && isPlain && stereo === 'mono' && pose.pitch === 0 && pose.roll === 0;
}

/** Reads published tours for visitors. */
export class PublishedTours {
  readonly #db: Db;
  readonly #buildAssetUrl: BuildAssetUrl;
  readonly #cache = new LRUCache<string, PublishedTour>({ max: MAX_CACHED_TOURS });

  constructor(db: Db, buildAssetUrl: BuildAssetUrl) {
    this.#db = db;
    this.#buildAssetUrl = buildAssetUrl;
  }

  /** The outlines of a tour, for callers who may open it and for others; undefined for a single bare scene. */
  async outlines(
    experienceId: number,
    version: number,
  ): Promise<{ open: TourOutline; closed: TourOutline } | undefined> {
    const published = await this.#find(experienceId, version);
    if (published === undefined || isBare(published.tour)) return undefined;
    const resolve = createResolver(
      published,
      false,
      { experienceId, memberId: undefined },
      this.#buildAssetUrl,
    );
    return {
      open: presentOutline(published, true, resolve),
      closed: presentOutline(published, false, resolve),
    };
  }

  /** The outline of a tour that does not open for everybody, for who may see it; undefined for a single bare scene. */
  async signedOutline(
    experienceId: number,
    version: number,
    memberId: string | undefined,
  ): Promise<TourOutline | undefined> {
    const published = await this.#find(experienceId, version);
    if (published === undefined || isBare(published.tour)) return undefined;
    const resolve = createResolver(published, true, { experienceId, memberId }, this.#buildAssetUrl);
    return presentOutline(published, true, resolve);
  }

  /** The document that visitors see. */
  async document(experienceId: number, version: number): Promise<Tour | undefined> {
    return (await this.#find(experienceId, version))?.tour;
  }

  /**
   * One scene with its media.
   *
   * @throws {AppError} 403 `scene_locked`, 404 `scene_not_found`
   */
  async scene(access: TourAccess & PublishedVersion, sceneId: string): Promise<SceneDetail> {
    const { experienceId, version } = access;
    const published = version === undefined ? undefined : await this.#find(experienceId, version);
    const scene = published?.scenes.get(sceneId);
    if (published === undefined || scene === undefined)
      throw new AppError(404, 'scene_not_found', 'There is no such room in this tour.');
    if (!access.isPermitted && !isPreviewScene(published.tour, sceneId))
      throw new AppError(403, 'scene_locked', 'This room opens when the tour is unlocked.');
    return presentScene(published, scene, access, this.#buildAssetUrl);
  }

  /**
   * The scene of that name, or the start, and its media, in the light that is asked for if it has that.
   *
   * @returns undefined if there is no such scene
   */
  async mediaOf(
    experienceId: number,
    version: number,
    { scene: sceneId, light }: Pick<TourLink, 'scene' | 'light'>,
  ): Promise<{ scene: TourScene; content: StoredContent; thumbnails: Thumbnails | undefined } | undefined> {
    const published = await this.#find(experienceId, version);
    const scene = published?.scenes.get(sceneId ?? published.tour.start);
    const lit = scene?.lights?.find(({ id }) => id === light)?.media;
    const content = scene && published?.contents.get(lit ?? scene.media);
    return scene && content && { scene, content, thumbnails: published?.thumbnails.get(scene.id) };
  }

  async #find(experienceId: number, version: number): Promise<PublishedTour | undefined> {
    const key = `${experienceId}:${version}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const found = await findVersion(this.#db, experienceId, version);
    if (found === undefined) return undefined;
    const published = await this.#resolve(found.document);
    this.#cache.set(key, published);
    return published;
  }

  async #resolve(tour: Tour): Promise<PublishedTour> {
    const named = tourAssets(tour).map(({ asset }) => asset);
    const contents = await findAssetContents(this.#db, named);
    const hashes = [...contents.values()].map(({ contentHash }) => contentHash);
    const views = tour.scenes.flatMap((scene) => {
      const content = contents.get(scene.media);
      if (content === undefined || !isSphere(content)) return [];
      return [{ key: scene.id, content, view: thumbnailView(scene) }];
    });
    const [ids, thumbnails] = await Promise.all([
      findAssetIds(this.#db, hashes),
      findViewThumbnails(this.#db, views),
    ]);
    const scenes = new Map(tour.scenes.map((scene) => [scene.id, scene]));
    return { tour, scenes, contents, ids, thumbnails };
  }
}
