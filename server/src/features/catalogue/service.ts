import type { Experience, ExperienceDetail, ExperienceQuery } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { RenewingCache } from '../../renewing-cache.ts';
import { GUEST_STATE, type MemberStates, presentState, type StoredState } from './member-state.ts';
import { PageReader } from './page-reader.ts';
import { pinsKey, readPins } from './pins.ts';
import { type CallerState, presentDetail, presentExperience, type UrlSources } from './presentation.ts';
import { resolveQuery } from './resolve-query.ts';
import { cardsFor, type SharedPage } from './shared-card.ts';
import type { DetailCacheOptions, IsOfTeam, SharedDetail, SharedReads, TourSource } from './shared-detail.ts';
import type { StoredExperience } from './store.ts';
import * as store from './store.ts';
import { ViewedExperiences } from './viewed-experience-store.ts';
import { opensForEverybody } from './visibility-store.ts';

export {
  attachMedia,
  changeCatalogue,
  changeCover,
  createCategory,
  createExperience,
  createExperiences,
  createSubcategory,
  createTag,
  deleteExperience,
  hideExperience,
  listExperience,
  restoreExperience,
  updateExperience,
  withdrawExperience,
} from './editing.ts';
export type { NewCategory, NewExperience, NewSubcategory, NewTag } from './inputs.ts';
export { LIST_KINDS, type ListKind } from './lists/kinds.ts';
export * as listMerges from './lists/merge-store.ts';
export * as listRedirects from './lists/redirect-store.ts';
export * as lists from './lists/row-store.ts';
export type { AttachedMedia, BuildAssetUrl, StoredPanorama } from './media.ts';
export type { StoredState } from './member-state.ts';
export { likedInSql } from './member-state-store.ts';
export { presentCover, presentPanorama, safeIcon, UNTITLED } from './presentation.ts';
export type { SharedPage } from './shared-card.ts';
export type {
  DetailCacheOptions,
  IsOfTeam,
  SharedDetail,
  TourOutlines,
  TourSource,
} from './shared-detail.ts';
export {
  type ExperienceLookup,
  experienceKey,
  experienceNotFound,
  findByKey,
  findExistingId,
  findExperienceId,
  findIdBySlug,
  findPrice,
  findTitles,
} from './store.ts';
export { opensForEverybody, opensForEverybodyInSql } from './visibility-store.ts';
export { nameKey } from './words.ts';

/** The memory of an experience with what is made of it, as a multiple of its JSON. */
const BYTES_PER_CHARACTER = 8;

/** Reads experiences as a caller may see them. */
export class Catalogue {
  readonly #db: Db;
  readonly #cache: SharedReads;
  readonly #states: MemberStates;
  readonly #urls: UrlSources;
  readonly #tours: TourSource;
  readonly #isOfTeam: IsOfTeam;
  readonly #pages: PageReader;
  readonly #viewed: ViewedExperiences;
  /** What `detail` is made of, by generation and lookup. Nothing in it belongs to one member. */
  readonly details: RenewingCache<SharedDetail>;

  constructor(
    db: Db,
    cache: SharedReads,
    states: MemberStates,
    urls: UrlSources,
    tours: TourSource,
    isOfTeam: IsOfTeam,
    detailCache: DetailCacheOptions,
  ) {
    this.#db = db;
    this.#cache = cache;
    this.#states = states;
    this.#urls = urls;
    this.#tours = tours;
    this.#isOfTeam = isOfTeam;
    this.#pages = new PageReader(db, cache, urls);
    this.#viewed = new ViewedExperiences(db);
    this.details = new RenewingCache({
      ...detailCache,
      sizeOf: (detail) => BYTES_PER_CHARACTER * JSON.stringify(detail).length,
    });
  }

  /**
   * One page of experiences.
   *
   * @param key identifies the request, so that concurrent identical requests share the work
   * @throws {AppError} 400 `invalid_cursor`
   */
  page(query: ExperienceQuery, key: string): Promise<SharedPage> {
    return this.#cache.share(`page ${key}`, () => this.#pages.read(query));
  }

  /**
   * Experiences by their ids, in this order; unknown ones are left out.
   *
   * @param key identifies the request, so that concurrent identical requests share the work
   */
  pageOf(ids: readonly number[], key: string): Promise<SharedPage> {
    return this.#cache.share(`cards ${key}`, async () => ({
      ...this.#pages.present((await store.findExperiences(this.#db, ids)).filter(({ isListed }) => isListed)),
      total: undefined,
      nextCursor: undefined,
    }));
  }

  /**
   * The places of a list on a map.
   *
   * @returns for each its id, latitude and longitude in thousandths of a degree
   */
  async pins(query: ExperienceQuery): Promise<number[]> {
    const listQuery = await resolveQuery(this.#db, query);
    if (listQuery === undefined) return [];
    return this.#cache.share(`pins ${pinsKey(listQuery)}`, () =>
      this.#pages.searches.run(() => readPins(this.#db, listQuery)),
    );
  }

  /** The experiences of a page as guests see them. */
  forGuests({ cards }: SharedPage): Experience[] {
    const guest: CallerState = { memberId: undefined, ...GUEST_STATE };
    return cards.map(({ stored }) => presentExperience(stored, guest, this.#urls));
  }

  /** The experiences of a page as JSON, as a member sees them now. */
  forMember({ cards, ids }: SharedPage, memberId: string): Promise<Buffer> {
    return this.#states.of(memberId, ids).then((state) => cardsFor(cards, memberId, state));
  }

  /**
   * Everything about one experience, without what differs among callers.
   *
   * @param lookup undefined if the key of the request can match no experience
   * @param key identifies the request, so that concurrent identical requests share the work
   * @throws {AppError} 404 `experience_not_found`
   */
  find(lookup: store.ExperienceLookup | undefined, key: string): Promise<SharedDetail> {
    return this.#cache.share(`experience ${key}`, async () => {
      const detail = lookup && (await this.#viewed.find(lookup));
      if (detail === undefined) throw store.experienceNotFound();
      const { stored, panorama, seo, tourVersion } = detail;
      const isShared = opensForEverybody(stored) && tourVersion !== undefined;
      const tour = isShared ? await this.#tours.outlines(stored.id, tourVersion) : undefined;
      return { stored, panorama, seo, tour, tourVersion };
    });
  }

  /**
   * An experience as the caller sees it now.
   *
   * @param memberId undefined for a guest
   * @throws {AppError} 404 `experience_not_found` for one that does not open for everybody, unless the caller has unlocked it
   * or is of the team that shows it
   */
  async present(
    shared: SharedDetail,
    memberId: string | undefined,
    known?: StoredState,
  ): Promise<ExperienceDetail> {
    const { stored } = shared;
    const own =
      known === undefined ? await this.#stateOf(memberId, [stored.id]) : { memberId, ...presentState(known) };
    const isOpen = opensForEverybody(stored) || own.unlocked.has(stored.id);
    return this.#presentTo(shared, isOpen ? own : await this.#asTeam(stored, own));
  }

  /** An experience for a guest to whom its workspace has opened it, whatever it costs. */
  async presentOpened(shared: SharedDetail): Promise<ExperienceDetail> {
    const guest = { memberId: undefined, ...GUEST_STATE };
    return this.#presentTo(shared, { ...guest, unlocked: new Set([shared.stored.id]) });
  }

  async #presentTo(
    { stored, panorama, seo, tour, tourVersion }: SharedDetail,
    state: CallerState,
  ): Promise<ExperienceDetail> {
    const likeCount = state.likeCounts.get(stored.id) ?? stored.likeCount;
    const detail = {
      ...presentDetail({ ...stored, likeCount }, panorama, state, this.#urls),
      ...(seo !== undefined && { seo }),
      ...(!stored.isListed && { isUnlisted: true as const }),
    };
    if (!opensForEverybody(stored) && tourVersion !== undefined) {
      const signed = await this.#tours.signedOutline(stored.id, tourVersion, state.memberId);
      return signed === undefined ? detail : { ...detail, tour: signed };
    }
    return tour === undefined ? detail : { ...detail, tour: detail.isPermission ? tour.open : tour.closed };
  }

  /**
   * Everything about one experience, as old as a cached page at most, and what the member has of it now.
   *
   * @param known what the member has of it, where the caller has just read it
   * @throws {AppError} 404 `experience_not_found`
   */
  async detail(id: number, memberId: string | undefined, known?: StoredState): Promise<ExperienceDetail> {
    return this.present(await this.findCached({ column: 'id', value: id }), memberId, known);
  }

  /**
   * What `find` returns, as old as a cached page at most.
   *
   * @throws {AppError} 404 `experience_not_found`
   */
  async findCached(lookup: store.ExperienceLookup | undefined): Promise<SharedDetail> {
    if (lookup === undefined) throw store.experienceNotFound();
    const name = `${lookup.column} ${lookup.value}`;
    const key = `${this.#cache.generation} ${name}`;
    const { generation } = this.details;
    const cached = this.details.get(key);
    if (cached !== undefined) return cached;
    const detail = await this.find(lookup, name);
    this.details.set(key, detail, generation);
    return detail;
  }

  /** One experience as a card shows it. @throws {AppError} 404 `experience_not_found` */
  async card(id: number, memberId: string | undefined): Promise<Experience> {
    const [stored] = await store.findExperiences(this.#db, [id]);
    if (stored === undefined) throw store.experienceNotFound();
    return presentExperience(stored, await this.#stateOf(memberId, [id]), this.#urls);
  }

  /** To its team, a tour that strangers do not see is open, whatever it costs. @throws {AppError} 404 `experience_not_found` */
  async #asTeam({ id, visibility }: StoredExperience, state: CallerState): Promise<CallerState> {
    const { memberId } = state;
    const isOfTeam = visibility !== null && memberId !== undefined && (await this.#isOfTeam(id, memberId));
    if (!isOfTeam) throw store.experienceNotFound();
    return { ...state, unlocked: new Set([...state.unlocked, id]) };
  }

  async #stateOf(memberId: string | undefined, ids: readonly number[]): Promise<CallerState> {
    const state = memberId === undefined ? GUEST_STATE : await this.#states.of(memberId, ids);
    return { memberId, ...state };
  }
}
