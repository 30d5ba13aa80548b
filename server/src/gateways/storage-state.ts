import { readEvery, withinTimeout } from '../reading.ts';
import type { Storage } from './storage.ts';

const TIMEOUT_MS = 2_000;
/** How long a state is reported; probes may come from many balancers. */
const KEEP_MS = 5_000;
/** No object has this key. */
const PROBE_KEY = 'readiness-probe';

export type StorageState = 'available' | 'unavailable';

/** Tells whether the storage responds, and asks it every few seconds at most. */
export function watchStorage(storage: Storage): () => Promise<StorageState> {
  return readEvery(KEEP_MS, async () => {
    const stat = storage.stat(PROBE_KEY).then(() => true);
    return (await withinTimeout(stat, TIMEOUT_MS)) ? 'available' : 'unavailable';
  });
}
