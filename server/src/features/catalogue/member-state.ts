import { LRUCache } from 'lru-cache';
import { Batch } from '../../batch.ts';
import { CountedCache } from '../../cache-stats.ts';
import type { Db } from '../../database/database.ts';
import { findChangedStates, isCurrentSnapshot, type StateRow } from './member-state-store.ts';

/** What a member has of some experiences, at the moment. */
export interface MemberState {
  /** Whether they have an active plan, which opens the experiences that plans include. */
  hasPlan: boolean;
  unlocked: ReadonlySet<number>;
  liked: ReadonlySet<number>;
  /** The current numbers of likes of those that the member liked a moment ago, which cached pages may not include. */
  likeCounts: ReadonlyMap<number, number>;
  /** Signed bases of media URLs that were made for this member from this state, by experience. */
  signedBases?: Map<number, { assetId: string; base: Buffer }>;
}

export interface MemberStates {
  /** The member's state of these experiences, never older than the call. */
  of(memberId: string, experienceIds: readonly number[]): Promise<MemberState>;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** Of an entry: its sets, strings and snapshot, and the bookkeeping of the cache. */
const ENTRY_BYTES = 2_000;
/** Of an experience: its id in two sets, and the signed URL of its media. */
const EXPERIENCE_BYTES = 400;

const NO_IDS: ReadonlySet<number> = new Set();
const NO_COUNTS: ReadonlyMap<number, number> = new Map();
export const GUEST_STATE: MemberState = {
  hasPlan: false,
  unlocked: NO_IDS,
  liked: NO_IDS,
  likeCounts: NO_COUNTS,
};

/** A state as of a snapshot of the database. */
interface Entry {
  state: MemberState;
  /** What PostgreSQL says of the transactions that had ended; equal as long as none has ended since. */
  snapshot: string;
  /** On the clock of `performance.now()`: when the cache or the member's plan ends. */
  validUntil: number;
  bytes: number;
}

interface Asked {
  key: string;
  memberId: string;
  experienceIds: readonly number[];
}

/** The part of a row that a state is made of. */
export type StoredState = Pick<StateRow, 'hasPlan' | 'unlocked' | 'liked'>;

export function presentState({ hasPlan, unlocked, liked }: StoredState): MemberState {
  const recent = liked.filter((entry): entry is [number, number] => entry[1] !== null);
  return {
    hasPlan,
    unlocked: unlocked.length === 0 ? NO_IDS : new Set(unlocked),
    liked: liked.length === 0 ? NO_IDS : new Set(liked.map(([id]) => id)),
    likeCounts: recent.length === 0 ? NO_COUNTS : new Map(recent),
    signedBases: new Map(),
  };
}

/**
 * Members' states, each with the snapshot of the database that it was read from. Each call asks the database whether that is
 * still the current one, and reads again what is not; so what a member does counts at once, whichever process did it. Calls
 * that come together share a statement.
 */
export class MemberStateCache extends CountedCache<Entry> implements MemberStates {
  readonly #db: Db;
  readonly #lifetimeMs: number;
  readonly #states = new Batch((asked: Asked[]) => this.#read(asked));
  /** By lists that are asked for again and again. */
  readonly #listKeys = new WeakMap<readonly number[], string>();
  /** Whether the last states were of the current snapshot: then most probably the next ones are. */
  #isQuiet = false;

  /** @param lifetimeMs 0 disables the cache */
  constructor(db: Db, lifetimeMs: number) {
    super(new LRUCache({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => bytes }));
    this.#db = db;
    this.#lifetimeMs = lifetimeMs;
  }

  of(memberId: string, experienceIds: readonly number[]): Promise<MemberState> {
    if (experienceIds.length === 0) return Promise.resolve(GUEST_STATE);
    let listKey = this.#listKeys.get(experienceIds);
    if (listKey === undefined) {
      listKey = experienceIds.join();
      this.#listKeys.set(experienceIds, listKey);
    }
    return this.#states.get({ key: `${memberId} ${listKey}`, memberId, experienceIds });
  }

  async #read(asked: readonly Asked[]): Promise<MemberState[]> {
    const startedAt = performance.now();
    const cached = asked.map(({ key }) => this.#valid(key, startedAt));
    const rows = this.#isQuiet && (await this.#areCurrent(cached)) ? [] : await this.#changed(asked, cached);
    this.#isQuiet = rows.length === 0;
    const states = cached.map((entry) => entry?.state);
    for (const row of rows) {
      const state = presentState(row);
      const { key, experienceIds } = asked[row.place - 1] as Asked;
      states[row.place - 1] = state;
      if (this.#lifetimeMs === 0) continue;
      const bytes = ENTRY_BYTES + 2 * key.length + EXPERIENCE_BYTES * experienceIds.length;
      const validUntil = startedAt + Math.min(this.#lifetimeMs, row.planEndsInMs ?? Number.POSITIVE_INFINITY);
      this.entries.set(key, { state, snapshot: row.snapshot, validUntil, bytes });
      this.countFill();
    }
    for (let reused = asked.length - rows.length; reused > 0; reused -= 1) this.countHit();
    return states.map((state) => {
      if (state === undefined) throw new Error('the database has left out the state of a member');
      return state;
    });
  }

  #changed(asked: readonly Asked[], cached: readonly (Entry | undefined)[]): Promise<StateRow[]> {
    const snapshots = cached.map((entry) => entry?.snapshot ?? '');
    return findChangedStates(this.#db, asked, snapshots);
  }

  /** Whether all are cached, of one snapshot, and that is the current one. */
  async #areCurrent(entries: readonly (Entry | undefined)[]): Promise<boolean> {
    const snapshot = entries[0]?.snapshot;
    return (
      snapshot !== undefined &&
      entries.every((entry) => entry?.snapshot === snapshot) &&
      (await isCurrentSnapshot(this.#db, snapshot))
    );
  }

  #valid(key: string, now: number): Entry | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && now < entry.validUntil ? entry : undefined;
  }
}
