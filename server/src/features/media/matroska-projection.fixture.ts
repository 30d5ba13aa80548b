import type { SecondVersion } from './film-boxes.fixture.ts';

/** What a WebM film says of its sphere; version 1 has no place in it. */
export type WebmSphere = Omit<SecondVersion, 'projection'> & { type?: number; private?: Buffer };

const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const VIDEO = 0xe0;
/** They name places of the file, which move. */
const PLACES = new Set([0x114d9b74, 0x1c53bb6b]);

const idBytes = (id: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
};

/** An EBML element, whose size takes eight bytes. */
export function ebml(id: number, body: Uint8Array): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  size[0] = 0x01;
  return Buffer.concat([idBytes(id), size, body]);
}

interface Element {
  id: number;
  body: Buffer;
}

/** The elements of a sound file, whose sizes are all known. */
function* elementsOf(bytes: Buffer): Generator<Element> {
  for (let at = 0; at < bytes.length; ) {
    const idLength = Math.clz32(bytes[at] ?? 0) - 23;
    const id = bytes.readUIntBE(at, idLength);
    const sizeAt = at + idLength;
    const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
    const marked = Buffer.concat([Buffer.alloc(8 - sizeLength), bytes.subarray(sizeAt, sizeAt + sizeLength)]);
    const size = Number(marked.readBigUInt64BE() - (1n << BigInt(7 * sizeLength)));
    const start = sizeAt + sizeLength;
    yield { id, body: bytes.subarray(start, start + size) };
    at = start + size;
  }
}

const float = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** The private data of an equirectangular projection: version, flags, and how much is missing on each side, of 2^32. */
function boundsOf(bounds: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20);
  bounds.forEach((share, index) => {
    bytes.writeUInt32BE((share * 2 ** 32) >>> 0, 4 + 4 * index);
  });
  return bytes;
}

/** The elements that belong into a track's description of its pictures. */
export function projectionElements({
  type = 1,
  bounds,
  pose,
  stereoMode,
  private: given,
}: WebmSphere): Buffer {
  const own = given ?? (type === 0 ? undefined : boundsOf(bounds ?? []));
  const parts = [
    ebml(0x7671, Buffer.from([type])),
    ...(own ? [ebml(0x7672, own)] : []),
    ...(pose ?? []).map((degrees, index) => ebml(0x7673 + index, float(degrees))),
  ];
  const stereo = stereoMode === undefined ? Buffer.alloc(0) : ebml(0x53b8, Buffer.from([stereoMode]));
  return Buffer.concat([stereo, ebml(0x7670, Buffer.concat(parts))]);
}

/** Adds elements to the description of a WebM film's pictures. */
export function withProjection(film: Buffer, added: Buffer): Buffer {
  const rebuild = (bytes: Buffer): Buffer =>
    Buffer.concat(
      [...elementsOf(bytes)].map(({ id, body }) => {
        if (PLACES.has(id)) return Buffer.alloc(0);
        if (id === VIDEO) return ebml(id, Buffer.concat([body, added]));
        return ebml(id, [SEGMENT, TRACKS, TRACK_ENTRY].includes(id) ? rebuild(body) : body);
      }),
    );
  return rebuild(film);
}
