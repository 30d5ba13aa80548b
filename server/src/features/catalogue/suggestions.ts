import type { Country, Suggestions as Response } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { Semaphore } from '../../semaphore.ts';
import type { ListQuery } from './cursor.ts';
import { listPositions, prepareList } from './list-store.ts';
import { presentPlaceCard } from './presentation.ts';
import { similarWords } from './search-store.ts';
import { findExperiences, type StoredExperience } from './store.ts';
import { findCountries, findFilledTags, findTowns, type NamedTag, type Town } from './suggestion-store.ts';
import { fold } from './words.ts';

const PLACES = 4;
const TOWNS = 3;
const TAGS = 4;
const POPULAR = { places: 3, towns: 5, tags: 6 };
const SPELLINGS = 3;
/** The first call that finds the names older than this still uses them; the next one reads them again. */
const NAMES_FRESH_MS = 60_000;
/** Older ones are not used any more. */
const NAMES_USABLE_MS = 5 * 60_000;
/** Reads of one process at a time, on one connection each; others wait. */
const CONCURRENT_READS = 2;
const WAITING_READS = 500;

interface Named<T> {
  item: T;
  /** Folded, with a space before each word. */
  words: string;
}

interface Names {
  towns: Named<Town>[];
  tags: Named<NamedTag>[];
  countries: Country[];
  readAt: number;
}

function withWords<T extends { name: string }>(items: readonly T[]): Named<T>[] {
  return items.map((item) => ({ item, words: ` ${fold(item.name)}` }));
}

/** The first items with a word that begins with the text; the items are sorted already. */
function matching<T>(named: readonly Named<T>[], text: string, count: number): T[] {
  const start = ` ${text}`;
  const found: T[] = [];
  for (const { item, words } of named) {
    if (!words.includes(start)) continue;
    found.push(item);
    if (found.length === count) break;
  }
  return found;
}

const EVERYTHING: ListQuery = {
  categoryId: undefined,
  subcategoryId: undefined,
  tagId: undefined,
  q: undefined,
  sort: 'popular',
};

/** What a search may mean while it is typed. */
export class Suggestions {
  readonly #db: Db;
  readonly #generation: () => number;
  #namesOf = -1;
  #names: Promise<Names> | undefined;
  readonly #reads = new Semaphore({
    concurrency: CONCURRENT_READS,
    maxQueued: WAITING_READS,
    detail: 'Too many searches at once. Please try again.',
  });

  /** @param generation changes whenever this process changes the catalogue */
  constructor(db: Db, generation: () => number) {
    this.#db = db;
    this.#generation = generation;
  }

  /** Where there are experiences, the countries with most of them first. */
  async countries(): Promise<Country[]> {
    return (await this.#readNames()).countries;
  }

  async for(q: string): Promise<Response> {
    const names = await this.#readNames();
    const text = fold(q).trim();
    if (text === '') {
      const places = await this.#reads.run(() =>
        this.#places({ ...EVERYTHING, price: 'free' }, POPULAR.places),
      );
      return {
        places,
        towns: names.towns.slice(0, POPULAR.towns).map(({ item }) => presentTown(item)),
        tags: names.tags.slice(0, POPULAR.tags).map(({ item }) => item),
        spellings: [],
      };
    }
    const towns = matching(names.towns, text, TOWNS).map(presentTown);
    const tags = matching(names.tags, text, TAGS);
    return this.#reads.run(async () => {
      const places = await this.#places({ ...EVERYTHING, q, sort: 'featured' }, PLACES);
      const isEmpty = places.length + towns.length + tags.length === 0;
      const spellings = isEmpty ? await similarWords(this.#db, q, SPELLINGS) : [];
      return { places, towns, tags, spellings };
    });
  }

  async #places(query: ListQuery, count: number): Promise<Response['places']> {
    const list = await prepareList(this.#db, query);
    if (list === undefined) return [];
    const positions = await listPositions(this.#db, list, count, undefined);
    const ids = positions.slice(0, count).map(({ id }) => id);
    return (await findExperiences(this.#db, ids)).map(presentPlace);
  }

  async #readNames(): Promise<Names> {
    const generation = this.#generation();
    if (this.#namesOf !== generation) this.#names = undefined;
    this.#namesOf = generation;
    this.#names ??= this.#loadNames();
    try {
      const names = await this.#names;
      const age = performance.now() - names.readAt;
      if (age > NAMES_FRESH_MS) this.#names = undefined;
      return age > NAMES_USABLE_MS ? this.#readNames() : names;
    } catch (error) {
      this.#names = undefined;
      throw error;
    }
  }

  async #loadNames(): Promise<Names> {
    const [towns, tags, countries] = await Promise.all([
      findTowns(this.#db),
      findFilledTags(this.#db),
      findCountries(this.#db),
    ]);
    return { towns: withWords(towns), tags: withWords(tags), countries, readAt: performance.now() };
  }
}

function presentTown({ name, country, itemCount }: Town): Response['towns'][number] {
  return { name, ...(country && { country }), itemCount };
}

function presentPlace(stored: StoredExperience): Response['places'][number] {
  const { id: _, ...place } = presentPlaceCard(stored);
  return { ...place, mediaType: stored.mediaType };
}
