import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { Db } from '../../database/database.ts';
import { releaseLease, renewLease, takeLease } from './store.ts';

const RENEW_MS = 1_000;
const ASK_AGAIN_MS = 200;
/** Longer than a lease, so that one of a killed process ends in time. */
const MAX_WAIT_MS = 10_000;

class Lease implements Lock {
  readonly #db: Db;
  readonly #id: string;
  readonly #holder = randomUUID();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, id: string) {
    this.#db = db;
    this.#id = id;
  }

  async lock(signal: AbortSignal, cancel: RequestRelease): Promise<void> {
    const deadline = performance.now() + MAX_WAIT_MS;
    while ((await takeLease(this.#db, this.#id, this.#holder)) === 'wanted') {
      if (signal.aborted || performance.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT;
      await sleep(ASK_AGAIN_MS);
    }
    this.#timer = setInterval(() => {
      renewLease(this.#db, this.#id, this.#holder)
        // While the database is away, the offset alone decides which of two requests counts.
        .catch(() => false)
        .then((isWanted) => {
          if (isWanted && this.#timer !== undefined) void cancel();
        });
    }, RENEW_MS);
  }

  async unlock(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await releaseLease(this.#db, this.#id, this.#holder).catch(() => undefined);
  }
}

/** One request at a time for each upload, over all processes: a lease in its row, as poolers allow no locks of sessions. */
export const createLeases = (db: Db): Locker => ({ newLock: (id) => new Lease(db, id) });
