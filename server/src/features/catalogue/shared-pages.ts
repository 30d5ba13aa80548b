import { RenewingCache } from '../../renewing-cache.ts';
import type { StoredPanorama } from './media.ts';
import type { SharedCard } from './shared-card.ts';
import type { StoredExperience } from './store.ts';

/** A page of a list without anything that differs among callers. */
export interface SharedPage {
  cards: SharedCard[];
  /** Undefined if the list is too long to be counted. */
  total: number | undefined;
  nextCursor: string | undefined;
}

/** An experience with what the viewer needs, likewise. */
export interface SharedDetail {
  stored: StoredExperience;
  panorama: StoredPanorama | undefined;
}

interface SharedReads {
  share<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Changes with every change of the catalogue. */
  readonly generation: number;
}

/** The JSON of a card in its four variants, with the row it is made of. */
const BYTES_PER_CHARACTER = 8;

function sizeOf(value: SharedPage | SharedDetail): number {
  const rows = 'cards' in value ? value.cards.map(({ stored }) => stored) : [value];
  return BYTES_PER_CHARACTER * JSON.stringify(rows).length;
}

/**
 * What was read for one caller and serves others: from the catalogue alone, nothing about callers. Guests' reads are new each
 * time, because their responses are cached themselves; members' are cached here.
 */
export class SharedPages {
  readonly cache: RenewingCache<SharedPage | SharedDetail>;
  readonly #reads: SharedReads;

  /** @param reads shares concurrent reads */
  constructor(reads: SharedReads, { lifetimeMs, maxBytes }: { lifetimeMs: number; maxBytes: number }) {
    this.#reads = reads;
    this.cache = new RenewingCache({ lifetimeMs, maxBytes, sizeOf });
  }

  /** Changes with every change of the catalogue. */
  get generation(): number {
    return this.#reads.generation;
  }

  /** @param key identifies what is read; of one kind and one generation of the catalogue */
  async read<T extends SharedPage | SharedDetail>(
    key: string,
    isForMember: boolean,
    load: () => Promise<T>,
  ): Promise<T> {
    const current = `${this.#reads.generation} ${key}`;
    const cached = isForMember ? this.cache.get(current) : undefined;
    if (cached !== undefined) return cached as T;
    return this.#reads.share(current, async () => {
      const loaded = await load();
      this.cache.set(current, loaded, this.cache.generation);
      return loaded;
    });
  }
}
