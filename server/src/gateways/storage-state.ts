import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from './storage.ts';

const TIMEOUT_MS = 2_000;
/** How long a state is reported; probes may come from many balancers. */
const KEEP_MS = 5_000;
/** No object has this key. */
const PROBE_KEY = 'readiness-probe';

export type StorageState = 'available' | 'unavailable';

/** Tells whether the storage responds, and asks it every few seconds at most. */
export function watchStorage(storage: Storage): () => Promise<StorageState> {
  let state: Promise<StorageState> | undefined;
  let askedAt = 0;
  return () => {
    if (state === undefined || performance.now() - askedAt > KEEP_MS) {
      askedAt = performance.now();
      state = Promise.race([
        storage.stat(PROBE_KEY).then(
          () => 'available' as const,
          () => 'unavailable' as const,
        ),
        sleep(TIMEOUT_MS, 'unavailable' as const, { ref: false }),
      ]);
    }
    return state;
  };
}
