import { type Experience, type ExperienceDetail, type ExperienceQuery, MAX_PAGE_SIZE } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../caller.ts';
import type { Db } from '../../database/database.ts';
import type { ResponseCache } from '../../http/response-cache.ts';
import { Semaphore } from '../../semaphore.ts';
import type { AccessGrants } from './access.ts';
import { decodeCursor, encodeCursor, type ListQuery } from './cursor.ts';
import { countTotal, keptTotal, listPositions, type PreparedList, prepareList } from './listing.ts';
import { experienceNotFound } from './not-found.ts';
import { type Addresses, presentDetail, presentExperience, type Viewpoint } from './presentation.ts';
import * as store from './store.ts';

const NOBODY: ReadonlySet<number> = new Set();
/** Searches that run at once in one process, on two connections each; the others wait. */
const CONCURRENT_SEARCHES = 3;
const WAITING_SEARCHES = 500;
/** How long a counted total may lag behind, in milliseconds. */
const TOTAL_LIFE_MS = 1000;

export interface ExperiencePage {
  experiences: Experience[];
  /** Undefined where the list is too long to be counted. */
  total: number | undefined;
  nextCursor: string | undefined;
}

/** Reads experiences as one caller may see them. */
export class Catalogue {
  readonly #db: Db;
  readonly #cache: ResponseCache;
  readonly #grants: AccessGrants;
  readonly #addresses: Addresses;
  readonly #searches = new Semaphore({
    concurrency: CONCURRENT_SEARCHES,
    maxQueued: WAITING_SEARCHES,
    detail: 'Too many searches at once. Please try again.',
  });
  readonly #totals = new LRUCache<string, { total: number | undefined }>({ max: 1000, ttl: TOTAL_LIFE_MS });

  constructor(db: Db, cache: ResponseCache, grants: AccessGrants, addresses: Addresses) {
    this.#db = db;
    this.#cache = cache;
    this.#grants = grants;
    this.#addresses = addresses;
  }

  /**
   * One page of experiences.
   *
   * @param key names the request, so that guests who ask for the same at once share the work
   * @throws {AppError} 400 `invalid_cursor`
   */
  async list(query: ExperienceQuery, caller: Caller, key: string): Promise<ExperiencePage> {
    if (caller.kind === 'guest') return this.#cache.share(key, () => this.#list(query, caller));
    return this.#list(query, caller);
  }

  /**
   * Everything about one experience.
   *
   * @param id undefined where the address named none
   * @param grants for a caller of whom it is known already what they have unlocked
   * @throws {AppError} 404 `experience_not_found`
   */
  async detail(id: number | undefined, caller: Caller, grants = this.#grants): Promise<ExperienceDetail> {
    if (id === undefined) throw experienceNotFound();
    const [[stored], viewpoint] = await Promise.all([
      store.findExperiences(this.#db, [id]),
      this.#viewpoint(caller, [id], grants),
    ]);
    if (stored === undefined) throw experienceNotFound();
    const panorama = stored.assetId === null ? undefined : await store.findPanorama(this.#db, stored.id);
    return presentDetail(stored, panorama, viewpoint, this.#addresses);
  }

  /** One experience as a card shows it. @throws {AppError} 404 `experience_not_found` */
  async card(id: number, caller: Caller): Promise<Experience> {
    const [card] = await this.#cards([id], caller);
    if (card === undefined) throw experienceNotFound();
    return card;
  }

  async #list(query: ExperienceQuery, caller: Caller): Promise<ExperiencePage> {
    const listQuery = await this.#resolve(query);
    if (listQuery === undefined) return { experiences: [], total: 0, nextCursor: undefined };
    const after = query.cursor === undefined ? undefined : decodeCursor(listQuery, query.cursor);
    const size = query.limit ?? MAX_PAGE_SIZE;
    const read = async () => {
      const list = await prepareList(this.#db, listQuery);
      if (list === undefined) return { positions: [], total: 0 };
      const [positions, total] = await Promise.all([
        listPositions(this.#db, list, size, after),
        this.#total(list),
      ]);
      return { positions, total };
    };
    const { positions, total } = await (listQuery.q === undefined ? read() : this.#searches.run(read));
    const shown = positions.slice(0, size);
    const last = shown.at(-1);
    const isMore = positions.length > size && last !== undefined;
    return {
      experiences: await this.#cards(
        shown.map(({ id }) => id),
        caller,
      ),
      total,
      nextCursor: isMore ? encodeCursor(listQuery, last) : undefined,
    };
  }

  /** Finds what names stand for; undefined when one stands for nothing, so that the list is empty. */
  async #resolve(query: ExperienceQuery): Promise<ListQuery | undefined> {
    let { categoryId } = query;
    if (query.category) {
      const named = await store.findIdByName(this.#db, 'categories', query.category);
      if (named === undefined || (categoryId !== undefined && categoryId !== named)) return undefined;
      categoryId = named;
    }
    const tagId = query.tag ? await store.findIdByName(this.#db, 'tags', query.tag) : undefined;
    if (query.tag && tagId === undefined) return undefined;
    return {
      categoryId,
      subcategoryId: query.subcategoryId,
      tagId,
      q: query.q || undefined,
      sort: query.sort ?? 'featured',
    };
  }

  async #total(list: PreparedList): Promise<number | undefined> {
    const kept = await keptTotal(this.#db, list.query);
    if (kept !== undefined) return kept;
    const { sort: _, ...filters } = list.query;
    const key = JSON.stringify([this.#cache.generation, filters]);
    const known = this.#totals.get(key);
    if (known !== undefined) return known.total;
    const total = await countTotal(this.#db, list);
    this.#totals.set(key, { total });
    return total;
  }

  async #cards(ids: readonly number[], caller: Caller): Promise<Experience[]> {
    const stored = await store.findExperiences(this.#db, ids);
    const viewpoint = await this.#viewpoint(caller, ids);
    return stored.map((experience) => presentExperience(experience, viewpoint, this.#addresses));
  }

  async #viewpoint(caller: Caller, ids: readonly number[], grants = this.#grants): Promise<Viewpoint> {
    if (caller.kind === 'guest') return { caller, unlocked: NOBODY, liked: NOBODY };
    const [unlocked, liked] = await Promise.all([
      grants.unlockedBy(caller.memberId, ids),
      store.findLikedByMember(this.#db, caller.memberId, ids),
    ]);
    return { caller, unlocked, liked };
  }
}
