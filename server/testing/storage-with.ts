import type { Storage } from '../src/gateways/storage.ts';

/** A storage of which a test replaces some methods. */
export function storageWith(storage: Storage, overrides: Partial<Storage>): Storage {
  return {
    stat: (key) => storage.stat(key),
    read: (key, range) => storage.read(key, range),
    put: (key, bytes) => storage.put(key, bytes),
    putFile: (key, file) => storage.putFile(key, file),
    remove: (key) => storage.remove(key),
    removeAll: (prefix) => storage.removeAll(prefix),
    list: (prefix) => storage.list(prefix),
    removeAbandoned: (olderThanMs) => storage.removeAbandoned(olderThanMs),
    ...overrides,
  };
}
