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
  /** Does nothing when there is no such object. */
  remove(key: string): Promise<void>;
  /** Removes every object below `prefix`, which ends with a slash. */
  removeAll(prefix: string): Promise<void>;
  /** Every key below `prefix`, in no order; with an empty prefix every key of all. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes what killed processes have left of objects that they were storing for longer than this. */
  removeAbandoned(olderThanMs: number): Promise<void>;
}

/** The storage is in trouble for now: requests get 503, and may be repeated. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** The storage refuses what the configuration says, such as its keys; the message is for the operator. */
export class StorageRefusedError extends Error {
  override name = 'StorageRefusedError';
}

const KEY = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9]+)?(?:\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9]+)?)*$/;

/** Whether a text has the form of a key; `..`, backslashes, NUL and the like never pass. */
export function isStorageKey(text: string): boolean {
  return text.length <= 500 && KEY.test(text);
}

/** @throws {RangeError} */
export function requireKey(key: string): void {
  if (!isStorageKey(key)) throw new RangeError('not a storage key');
}

/** @throws {RangeError} */
export function requirePrefix(prefix: string): void {
  if (!prefix.endsWith('/') || !isStorageKey(prefix.slice(0, -1)))
    throw new RangeError('not a storage prefix');
}
