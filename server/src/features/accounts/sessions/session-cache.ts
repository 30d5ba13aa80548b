import { LRUCache } from 'lru-cache';
import { CountedCache } from '../../../cache-stats.ts';
import type { Caller } from '../../../caller.ts';
import type { AccessClaims, VerifiedAccess } from './jwt.ts';

type Member = Extract<Caller, { kind: 'member' }>;

/** What has ended elsewhere is refused after this time at the latest, in milliseconds. */
export const SESSION_CACHE_MS = 1_500;
const MAX_BYTES = 16 * 1024 * 1024;
/** Of an entry besides its token: the claims, their strings, and the bookkeeping of the cache. */
const ENTRY_BYTES = 600;

interface Entry {
  member: Member;
  expiresAt: number;
  /** On the clock of `performance.now()`; undefined while the session has not been checked. */
  checkedAt: number | undefined;
  generation: number;
}

/** What the cache asks when it does not know. */
export interface SessionChecks {
  /** Verifies the signature and claims of an access token. */
  verify(token: string): Promise<VerifiedAccess | undefined>;
  /** Whether the session is active and its member may use it, according to the database. */
  isActive(claims: AccessClaims): Promise<boolean>;
}

/**
 * The access tokens that this process has verified: each until it expires, and the state of its session for
 * `SESSION_CACHE_MS`. Invalid tokens are not cached.
 */
export class SessionCache extends CountedCache<Entry> {
  readonly #checks: SessionChecks;
  #generation = 0;

  constructor(checks: SessionChecks) {
    super(
      new LRUCache({
        maxSize: MAX_BYTES,
        sizeCalculation: (_, token) => token.length + ENTRY_BYTES,
      }),
    );
    this.#checks = checks;
  }

  /** Checks every session again, those that are being checked at this moment included. */
  forgetChecks(): void {
    this.#generation += 1;
  }

  /** The member of a token whose session was just checked; undefined if `resolve` has to check it. */
  peek(token: string): Member | undefined {
    const entry = this.entries.get(token);
    if (
      entry?.checkedAt === undefined ||
      entry.generation !== this.#generation ||
      performance.now() - entry.checkedAt > SESSION_CACHE_MS ||
      Date.now() >= entry.expiresAt
    )
      return undefined;
    this.countHit();
    return entry.member;
  }

  /** The member that a token belongs to; undefined when it is not valid or its session has ended. */
  async resolve(token: string): Promise<Member | undefined> {
    const cached = this.peek(token);
    if (cached !== undefined) return cached;
    const entry = this.#verified(token) ?? (await this.#verify(token));
    if (entry === undefined) return undefined;
    const { member } = entry;
    const generation = this.#generation;
    const checkedAt = performance.now();
    if (!(await this.#checks.isActive(member))) {
      this.entries.delete(token);
      return undefined;
    }
    if (generation === this.#generation) {
      this.countFill();
      Object.assign(entry, { checkedAt, generation });
    }
    return member;
  }

  #verified(token: string): Entry | undefined {
    const entry = this.entries.get(token);
    return entry !== undefined && Date.now() < entry.expiresAt ? entry : undefined;
  }

  async #verify(token: string): Promise<Entry | undefined> {
    const access = await this.#checks.verify(token);
    if (access === undefined) return undefined;
    const { memberId, sessionId, expiresAt } = access;
    const entry: Entry = {
      member: Object.freeze({ kind: 'member', memberId, sessionId }),
      expiresAt,
      checkedAt: undefined,
      generation: this.#generation,
    };
    this.entries.set(token, entry);
    return entry;
  }
}
