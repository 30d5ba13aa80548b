import type { PreviousUpload, UrlStorage } from 'tus-js-client';
import { localStore } from '../../../storage.ts';

/** Unfinished uploads of this browser by their files' fingerprints. */
const KEY = 'oriel-uploads';

/** The server removes unfinished uploads after a day, so what this browser remembers of them is of no more use. */
const REMEMBERED_MS = 24 * 3_600_000;

type Remembered = Record<string, PreviousUpload>;

function read(): Remembered {
  try {
    const stored: Remembered = JSON.parse(localStore.getItem(KEY) ?? '{}');
    const from = Date.now() - REMEMBERED_MS;
    return Object.fromEntries(
      Object.entries(stored).filter(([, { creationTime }]) => Date.parse(creationTime) > from),
    );
  } catch {
    return {};
  }
}

function write(uploads: Remembered): void {
  if (Object.keys(uploads).length === 0) localStore.removeItem(KEY);
  else localStore.setItem(KEY, JSON.stringify(uploads));
}

/** Where the library keeps the URLs of uploads that a later visit may continue. It never fails. */
export const rememberedUploads: UrlStorage = {
  findAllUploads: async () => Object.values(read()),
  findUploadsByFingerprint: async (fingerprint) => {
    const upload = read()[fingerprint];
    return upload ? [upload] : [];
  },
  addUpload: async (fingerprint, upload) => {
    write({ ...read(), [fingerprint]: { ...upload, urlStorageKey: fingerprint } });
    return fingerprint;
  },
  removeUpload: async (fingerprint) => {
    const { [fingerprint]: _, ...others } = read();
    write(others);
  },
};
