import { type FileHandle, open } from 'node:fs/promises';

/** How a film is laid out, as its container says: Google's Spherical Video, version 2 before version 1. */
export type FilmProjection = 'equirectangular' | 'cropped' | 'stereoscopic' | 'other';

/** A movie header beyond this belongs to no camera's film. */
const MAX_HEADER_BYTES = 64 * 1024 * 1024;
const SPHERICAL_V1 = Buffer.from('ffcc8263f8554a938814587a02521fdd', 'hex');
/** Where the boxes inside a box begin, for boxes with fields before them. */
const FIELDS: Record<string, number> = { stsd: 8, meta: 4 };
/** A field of version 1. */
const FIELD = /<GSpherical:([A-Za-z]+)>([^<]*)<\//g;
/** Others count as absent. */
const VALUE = /^\S{1,30}$/;
/** Of a picture track's sample entry. */
const SAMPLE_ENTRY_FIELDS = 78;
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'stbl', 'stsd', 'sv3d', 'proj']);
const SAMPLE_ENTRIES = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'vp08', 'vp09', 'encv', 'mp4v']);

interface Box {
  type: string;
  body: Buffer;
}

/** The boxes of a piece of an ISO base media file, at any depth, outer ones first. Damaged ones end the list. */
function* boxesOf(bytes: Buffer, depth = 0): Generator<Box> {
  let offset = 0;
  while (offset + 8 <= bytes.length && depth < 12) {
    const size = bytes.readUInt32BE(offset);
    if (size < 8 || offset + size > bytes.length) return;
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    const body = bytes.subarray(offset + 8, offset + size);
    yield { type, body };
    if (CONTAINERS.has(type)) yield* boxesOf(body.subarray(FIELDS[type] ?? 0), depth + 1);
    if (SAMPLE_ENTRIES.has(type)) yield* boxesOf(body.subarray(SAMPLE_ENTRY_FIELDS), depth + 1);
    offset += size;
  }
}

/** The movie header; undefined where there is none, or one of an impossible size. */
async function readHeader(file: FileHandle): Promise<Buffer | undefined> {
  const { size: fileSize } = await file.stat();
  const head = Buffer.alloc(16);
  for (let offset = 0; offset + 8 <= fileSize; ) {
    await file.read(head, 0, 16, offset);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? fileSize - offset : short;
    if (size < 8) return undefined;
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (size > MAX_HEADER_BYTES) return undefined;
      const header = Buffer.alloc(size - 8);
      await file.read(header, 0, header.length, offset + 8);
      return header;
    }
    offset += size;
  }
  return undefined;
}

function secondVersion(boxes: readonly Box[]): FilmProjection | undefined {
  const find = (type: string) => boxes.find((box) => box.type === type)?.body;
  if (find('cbmp') || find('mshp')) return 'other';
  const equirectangular = find('equi');
  if (equirectangular === undefined) return undefined;
  // Version and flags, then how much is missing at the top, the bottom, the left and the right.
  const isWhole = equirectangular.subarray(4, 20).every((byte) => byte === 0);
  if (!isWhole) return 'cropped';
  const stereoMode = find('st3d')?.at(4) ?? 0;
  return stereoMode === 0 ? 'equirectangular' : 'stereoscopic';
}

function firstVersion(boxes: readonly Box[]): FilmProjection | undefined {
  const box = boxes.find(({ type, body }) => type === 'uuid' && body.subarray(0, 16).equals(SPHERICAL_V1));
  if (box === undefined) return undefined;
  const xml = box.body.toString('utf8', 16);
  const found = [...xml.matchAll(FIELD)].map(([, name = '', value = '']) => [name, value.trim()] as const);
  const read = (name: string) => found.find((field) => field[0] === name && VALUE.test(field[1]))?.[1];
  if (read('Spherical') !== 'true') return undefined;
  if (read('ProjectionType') !== 'equirectangular') return 'other';
  if (!['mono', undefined].includes(read('StereoMode'))) return 'stereoscopic';
  const [full, cropped] = [read('FullPanoWidthPixels'), read('CroppedAreaImageWidthPixels')];
  return full === cropped ? 'equirectangular' : 'cropped';
}

/** What the container of an MP4 or MOV film says of its layout; undefined where it says nothing. */
export async function readProjection(path: string): Promise<FilmProjection | undefined> {
  const file = await open(path);
  try {
    const header = await readHeader(file);
    if (header === undefined) return undefined;
    const boxes = [...boxesOf(header)];
    return secondVersion(boxes) ?? firstVersion(boxes);
  } finally {
    await file.close();
  }
}
