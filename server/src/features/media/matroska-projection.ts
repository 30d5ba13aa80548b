import type { FileHandle } from 'node:fs/promises';

/** What a Matroska or WebM film says of its sphere, in the terms of its container. */
export interface MatroskaProjection {
  /** 0 is flat, 1 equirectangular, 2 a cube, 3 a mesh. */
  type: number;
  /** Of an equirectangular one: version, flags, and how much is missing at the top, the bottom, the left and the right. */
  bounds: Buffer | undefined;
  /** 0 is one picture for both eyes. */
  stereoMode: number;
  /** Yaw, pitch and roll in degrees; not a number where it is damaged. */
  pose: [yaw: number, pitch: number, roll: number];
}

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const VIDEO = 0xe0;
const STEREO_MODE = 0x53b8;
const PROJECTION = 0x7670;
const PROJECTION_TYPE = 0x7671;
const PROJECTION_PRIVATE = 0x7672;
const POSE = [0x7673, 0x7674, 0x7675] as const;

/** An identifier of at most four bytes, and a size of at most eight. */
const MAX_HEAD = 12;
/** Descriptions of tracks beyond this belong to no camera's film. */
const MAX_TRACKS_BYTES = 16 * 1024 * 1024;
/** Of the outermost ones. Films of hours have some thousand clusters, or fragments in other containers. */
export const MAX_FILM_PARTS = 20_000;

interface Head {
  id: number;
  /** Bytes before the body. */
  length: number;
  /** Of the body, in bytes; undefined where the file does not know it. */
  size: number | undefined;
}

/** How many bytes a number takes, by its first one. */
const widthOf = (first: number) => Math.clz32(first) - 23;

/** The head of the element that begins there; undefined where there is none. */
function readHead(bytes: Buffer, at: number): Head | undefined {
  const idWidth = widthOf(bytes[at] ?? 0);
  const sizeAt = at + idWidth;
  const first = bytes[sizeAt] ?? 0;
  const sizeWidth = widthOf(first);
  const end = sizeAt + sizeWidth;
  if (idWidth > 4 || sizeWidth > 8 || end > bytes.length) return undefined;
  let size = first & (0xff >> sizeWidth);
  let isUnknown = size === 0xff >> sizeWidth;
  for (const byte of bytes.subarray(sizeAt + 1, end)) {
    size = size * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { id: bytes.readUIntBE(at, idWidth), length: end - at, size: isUnknown ? undefined : size };
}

/** The elements of a body with this identifier. A damaged one ends the list. */
function* find(body: Buffer, id: number): Generator<Buffer> {
  for (let at = 0; at < body.length; ) {
    const head = readHead(body, at);
    const start = at + (head?.length ?? 0);
    if (head?.size === undefined || start + head.size > body.length) return;
    at = start + head.size;
    if (head.id === id) yield body.subarray(start, at);
  }
}

/** @param body undefined holds nothing */
const findFirst = (body: Buffer | undefined, id: number): Buffer | undefined =>
  body && (find(body, id).next().value ?? undefined);

/** 0 by default. */
function readNumber(body: Buffer | undefined): number {
  if (body === undefined || body.length === 0) return 0;
  return body.length > 6 ? Number.NaN : body.readUIntBE(0, body.length);
}

/** 0 by default. */
function readFloat(body: Buffer | undefined): number {
  if (body === undefined || body.length === 0) return 0;
  if (body.length === 4) return body.readFloatBE();
  return body.length === 8 ? body.readDoubleBE() : Number.NaN;
}

interface OuterElement {
  id: number;
  /** Where its body begins, in bytes from the beginning of the file. */
  start: number;
  /** Of the body, in bytes. */
  size: number;
}

/** The elements of the segment and those before it: to the first that is damaged or of an unknown size, or that is too many. */
export async function* outerElements(file: FileHandle): AsyncGenerator<OuterElement> {
  const { size: fileSize } = await file.stat();
  const bytes = Buffer.alloc(MAX_HEAD);
  for (let offset = 0, count = 0; offset < fileSize && count <= MAX_FILM_PARTS; count += 1) {
    const { bytesRead } = await file.read(bytes, 0, MAX_HEAD, offset);
    const head = readHead(bytes.subarray(0, bytesRead), 0);
    if (head === undefined) return;
    offset += head.length;
    // Everything else is inside of it.
    if (head.id === SEGMENT) continue;
    if (head.size === undefined) return;
    yield { id: head.id, start: offset, size: head.size };
    offset += head.size;
  }
}

/** The descriptions of all tracks; undefined where there are none before what cannot be skipped. */
async function readTracks(file: FileHandle): Promise<Buffer | undefined> {
  const { size: fileSize } = await file.stat();
  for await (const { id, start, size } of outerElements(file)) {
    if (id !== TRACKS) continue;
    if (size > MAX_TRACKS_BYTES || start + size > fileSize) return undefined;
    const tracks = Buffer.alloc(size);
    await file.read(tracks, 0, size, start);
    return tracks;
  }
  return undefined;
}

/** Whether a file begins as Matroska and WebM do. */
export async function isMatroska(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && buffer.readUInt32BE() === EBML;
}

/** What a Matroska or WebM film says of its first track with a projection; undefined where none has one. */
export async function readMatroskaProjection(file: FileHandle): Promise<MatroskaProjection | undefined> {
  const tracks = await readTracks(file);
  if (tracks === undefined) return undefined;
  for (const track of find(tracks, TRACK_ENTRY)) {
    const video = findFirst(track, VIDEO);
    const projection = findFirst(video, PROJECTION);
    if (projection === undefined) continue;
    const [yaw, pitch, roll] = POSE;
    const degrees = (id: number) => readFloat(findFirst(projection, id));
    return {
      type: readNumber(findFirst(projection, PROJECTION_TYPE)),
      bounds: findFirst(projection, PROJECTION_PRIVATE),
      stereoMode: readNumber(findFirst(video, STEREO_MODE)),
      pose: [degrees(yaw), degrees(pitch), degrees(roll)],
    };
  }
  return undefined;
}
