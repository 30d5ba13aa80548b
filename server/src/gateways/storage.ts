import type { Readable } from 'node:stream';

/** What is known of a stored object without reading it. */
export interface ObjectInfo {
  /** Bytes. */
  size: number;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where the files of tours are kept. Keys are paths of plain names (`contents/ab12/tiles/0/0_0.webp`); anything else
 * names no object. An object is stored whole or not at all, and is never changed, only replaced.
 */
export interface Storage {
  /** Undefined when there is no such object. */
  stat(key: string): Promise<ObjectInfo | undefined>;
  /** The object's bytes, or a part of them. Reading an object that does not exist fails. */
  read(key: string, range?: ByteRange): Readable;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Takes a finished file over: it is gone from its place afterwards. */
  putFile(key: string, file: string): Promise<void>;
  /** Removes every object below `prefix`, which ends with a slash. */
  removeAll(prefix: string): Promise<void>;
  /** Every key below `prefix`, in no order. */
  list(prefix: string): Promise<string[]>;
}

const KEY = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9]+)?(?:\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9]+)?)*$/;

/** Whether a text has the form of a key; `..`, backslashes, NUL and the like never pass. */
export function isStorageKey(text: string): boolean {
  return text.length <= 500 && KEY.test(text);
}
