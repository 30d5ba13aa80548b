import { type ExperienceQuery, MAX_PAGE_SIZE } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/database.ts';
import { Semaphore } from '../../semaphore.ts';
import { decodeCursor, encodeCursor, type ListQuery, type Position } from './cursor.ts';
import {
  countTotal,
  listPositions,
  needsScan,
  type PreparedList,
  prepareList,
  storedTotal,
} from './list-store.ts';
import { PlainPages } from './plain-page.ts';
import type { UrlSources } from './presentation.ts';
import { resolveQuery } from './resolve-query.ts';
import { SharedCard, type SharedPage } from './shared-card.ts';
import type { SharedReads } from './shared-detail.ts';
import type { StoredExperience } from './store.ts';
import * as store from './store.ts';

/** Concurrent searches and filtered lists of one process, on two connections at most each; others wait. */
const CONCURRENT_SEARCHES = 3;
const WAITING_SEARCHES = 500;
/** How long a counted total is cached, in milliseconds. */
const TOTAL_TTL_MS = 1000;

/** Reads pages of lists, the same for all callers. */
export class PageReader {
  readonly #db: Db;
  readonly #cache: Pick<SharedReads, 'generation'>;
  readonly #urls: UrlSources;
  readonly #plainPages: PlainPages;
  readonly #totals = new LRUCache<string, { total: number | undefined }>({ max: 1000, ttl: TOTAL_TTL_MS });
  /** Bounds all reads that scan the catalogue. */
  readonly searches = new Semaphore({
    concurrency: CONCURRENT_SEARCHES,
    maxQueued: WAITING_SEARCHES,
    detail: 'Too many searches at once. Please try again.',
  });

  /** @param cache whose generation changes with the catalogue */
  constructor(db: Db, cache: Pick<SharedReads, 'generation'>, urls: UrlSources) {
    this.#db = db;
    this.#cache = cache;
    this.#urls = urls;
    this.#plainPages = new PlainPages(db);
  }

  /** @throws {AppError} 400 `invalid_cursor`, 503 while too many searches wait */
  async read(query: ExperienceQuery): Promise<SharedPage> {
    const size = query.limit ?? MAX_PAGE_SIZE;
    const plain = await this.#plainPages.find(query, size);
    if (plain !== undefined) return this.#pageOf(plain.listQuery, plain, size);
    const listQuery = await resolveQuery(this.#db, query);
    if (listQuery === undefined) return { cards: [], ids: [], total: 0, nextCursor: undefined };
    const after = query.cursor === undefined ? undefined : decodeCursor(listQuery, query.cursor);
    const read = async () => {
      const list = await prepareList(this.#db, listQuery);
      if (list === undefined) return { rows: [], positions: [], total: 0 };
      const [positions, total] = await Promise.all([
        listPositions(this.#db, list, size, after),
        this.#total(list),
      ]);
      const ids = positions.map(({ id }) => id);
      return { rows: await store.findExperiences(this.#db, ids), positions, total };
    };
    const found = await (needsScan(listQuery) ? this.searches.run(read) : read());
    return this.#pageOf(listQuery, found, size);
  }

  /** @param found with one row more than the page, if there is a further one */
  #pageOf(
    listQuery: ListQuery,
    {
      rows,
      positions,
      total,
    }: { rows: StoredExperience[]; positions: Position[]; total: number | undefined },
    size: number,
  ): SharedPage {
    const last = positions.length > size ? positions[size - 1] : undefined;
    return { ...this.present(rows.slice(0, size)), total, nextCursor: last && encodeCursor(listQuery, last) };
  }

  /** Experiences as what all callers see of their cards. */
  present(rows: readonly StoredExperience[]): Pick<SharedPage, 'cards' | 'ids'> {
    return {
      cards: rows.map((stored) => new SharedCard(stored, this.#urls)),
      ids: rows.map(({ id }) => id),
    };
  }

  async #total(list: PreparedList): Promise<number | undefined> {
    const stored = await storedTotal(this.#db, list.query);
    if (stored !== undefined) return stored;
    const { sort: _, ...filters } = list.query;
    const key = JSON.stringify([this.#cache.generation, filters]);
    const cached = this.#totals.get(key);
    if (cached !== undefined) return cached.total;
    const total = await countTotal(this.#db, list);
    this.#totals.set(key, { total });
    return total;
  }
}
