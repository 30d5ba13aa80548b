import { type FileHandle, open } from 'node:fs/promises';
import type { StereoLayout } from './manifest.ts';
import { isMatroska, MAX_FILM_PARTS, outerElements, readMatroskaProjection } from './matroska-projection.ts';
import type { PhotoSphere } from './photo-sphere.ts';

/**
 * How a film is laid out, as its container says: Google's Spherical Video, version 2 before version 1. `right-eye-first` and
 * `stereoscopic` are spheres with a picture for each eye: the right one above or on the left, and in a way that is nowhere shown.
 */
export type FilmProjection = 'equirectangular' | 'cropped' | 'right-eye-first' | 'stereoscopic' | 'other';

/** What a film's container says of its sphere, in the terms of a tour document. North is in neither version. */
export interface FilmLayout {
  projection: FilmProjection;
  /** Of an equirectangular one with a picture for each eye. */
  stereo?: StereoLayout;
  /** How a whole sphere is to be turned, as far as its camera says; empty where it says nothing or what is impossible. */
  sphere: Pick<PhotoSphere, 'proposedPose' | 'view'>;
}

/** A movie header beyond this belongs to no camera's film. */
const MAX_HEADER_BYTES = 64 * 1024 * 1024;
const SPHERICAL_V1 = Buffer.from('ffcc8263f8554a938814587a02521fdd', 'hex');
/** Where the boxes inside a box begin, for boxes with fields before them. */
const FIELDS: Record<string, number> = { stsd: 8, meta: 4 };
/** A field of version 1. */
const FIELD = /<GSpherical:([A-Za-z]+)>([^<]*)<\//g;
/** Others count as absent. */
const VALUE = /^\S{1,30}$/;
/** Vertical; no version states it. */
const FOV = 75;
const DEGREES = /^-?\d{1,3}(?:\.\d{1,9})?$/;
/** Of a picture track's sample entry. */
const SAMPLE_ENTRY_FIELDS = 78;
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'stbl', 'stsd', 'sv3d', 'proj']);
const SAMPLE_ENTRIES = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'vp08', 'vp09', 'encv', 'mp4v']);

type Eyes = Pick<FilmLayout, 'projection' | 'stereo'>;

const ONE_EYE: Eyes = { projection: 'equirectangular' };
const TOP_BOTTOM: Eyes = { projection: 'equirectangular', stereo: 'top-bottom' };
const LEFT_RIGHT: Eyes = { projection: 'equirectangular', stereo: 'left-right' };
const RIGHT_FIRST: Eyes = { projection: 'right-eye-first' };
const OTHER_EYES: Eyes = { projection: 'stereoscopic' };
/** By `stereo_mode` of an `st3d` box; 3 leaves the layout to the application. */
const ISO_EYES = new Map([
  [0, ONE_EYE],
  [1, TOP_BOTTOM],
  [2, LEFT_RIGHT],
  [4, RIGHT_FIRST],
]);
/** By Matroska's `StereoMode`, whose others are chequered, interleaved, of two colours or in turn. */
const MATROSKA_EYES = new Map([
  [0, ONE_EYE],
  [1, LEFT_RIGHT],
  [2, RIGHT_FIRST],
  [3, TOP_BOTTOM],
  [11, RIGHT_FIRST],
]);
/** By `StereoMode` of version 1. */
const NAMED_EYES = new Map([
  ['mono', ONE_EYE],
  ['top-bottom', TOP_BOTTOM],
  ['left-right', LEFT_RIGHT],
]);

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

interface OuterBox {
  type: string;
  /** Of the whole box, in bytes from the beginning of the file. */
  start: number;
  /** Of the whole box, in bytes. */
  size: number;
}

/** The outermost boxes of an ISO base media file: to the first that is damaged, or that is too many. */
async function* outerBoxes(file: FileHandle): AsyncGenerator<OuterBox> {
  const { size: fileSize } = await file.stat();
  const head = Buffer.alloc(16);
  for (let start = 0, count = 0; start + 8 <= fileSize && count <= MAX_FILM_PARTS; count += 1) {
    await file.read(head, 0, 16, start);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? fileSize - start : short;
    if (size < 8) return;
    yield { type: head.toString('latin1', 4, 8), start, size };
    start += size;
  }
}

/** The movie header; undefined where there is none, or one of an impossible size. */
async function readHeader(file: FileHandle): Promise<Buffer | undefined> {
  for await (const { type, start, size } of outerBoxes(file)) {
    if (type !== 'moov') continue;
    if (size > MAX_HEADER_BYTES) return undefined;
    const header = Buffer.alloc(size - 8);
    await file.read(header, 0, header.length, start + 8);
    return header;
  }
  return undefined;
}

/**
 * The first view by its direction; undefined where that is the middle of the picture, which is where views begin. The probe that
 * runs this may read no package of ours, so it has none of the contract's geometry.
 */
function viewOf(yaw: number, pitch: number): PhotoSphere['view'] {
  if (yaw === 0 && pitch === 0) return undefined;
  const wrapped = (((yaw % 360) + 540) % 360) - 180;
  return { yaw: wrapped, pitch: Math.min(90, Math.max(-90, pitch)), fov: FOV };
}

/** A pose in degrees, as version 2 states it: how far the picture is turned to its left, up, and then clockwise. */
function turnOf([yaw, pitch, roll]: [yaw: number, pitch: number, roll: number]): FilmLayout['sphere'] {
  const isPossible = Math.abs(yaw) <= 180 && Math.abs(pitch) <= 90 && Math.abs(roll) <= 180;
  if (!isPossible) return {};
  // What was turned to its left shows what lay to its right.
  const view = viewOf(yaw, 0);
  const isTilted = pitch !== 0 || roll !== 0;
  return { ...(isTilted && { proposedPose: { pitch, roll: -roll || 0 } }), ...(view && { view }) };
}

/** Of an `equi` box, as WebM too has it: version and flags, then how much is missing at the top, the bottom, the left and the right. */
const isWhole = (bounds: Buffer | undefined) => bounds?.subarray(4, 20).every((byte) => byte === 0) ?? true;

/** The pose of a `prhd` box. */
function poseOf(header: Buffer | undefined): [number, number, number] {
  if (header === undefined || header.length < 16) return [0, 0, 0];
  const degrees = (at: number) => header.readInt32BE(at) / 65_536;
  return [degrees(4), degrees(8), degrees(12)];
}

/** Version 2, as Matroska and WebM have it. Its yaw turns as that of MP4 does: so Google says, and FFmpeg repackages it. */
async function matroskaLayout(file: FileHandle): Promise<FilmLayout | undefined> {
  const found = await readMatroskaProjection(file);
  if (found === undefined || found.type === 0) return undefined;
  if (found.type !== 1) return { projection: 'other', sphere: {} };
  if (!isWhole(found.bounds)) return { projection: 'cropped', sphere: {} };
  return { ...(MATROSKA_EYES.get(found.stereoMode) ?? OTHER_EYES), sphere: turnOf(found.pose) };
}

function secondVersion(boxes: readonly Box[]): FilmLayout | undefined {
  const find = (type: string) => boxes.find((box) => box.type === type)?.body;
  if (find('cbmp') || find('mshp')) return { projection: 'other', sphere: {} };
  const equirectangular = find('equi');
  if (equirectangular === undefined) return undefined;
  if (!isWhole(equirectangular)) return { projection: 'cropped', sphere: {} };
  const stereoMode = find('st3d')?.at(4) ?? 0;
  return { ...(ISO_EYES.get(stereoMode) ?? OTHER_EYES), sphere: turnOf(poseOf(find('prhd'))) };
}

function firstVersion(boxes: readonly Box[]): FilmLayout | undefined {
  const box = boxes.find(({ type, body }) => type === 'uuid' && body.subarray(0, 16).equals(SPHERICAL_V1));
  if (box === undefined) return undefined;
  const xml = box.body.toString('utf8', 16);
  const found = [...xml.matchAll(FIELD)].map(([, name = '', value = '']) => [name, value.trim()] as const);
  const read = (name: string) => found.find((field) => field[0] === name && VALUE.test(field[1]))?.[1];
  const degrees = (name: string) => {
    const text = read(name);
    return text !== undefined && DEGREES.test(text) ? Number(text) : 0;
  };
  if (read('Spherical') !== 'true') return undefined;
  if (read('ProjectionType') !== 'equirectangular') return { projection: 'other', sphere: {} };
  const [full, cropped] = [read('FullPanoWidthPixels'), read('CroppedAreaImageWidthPixels')];
  if (full !== cropped) return { projection: 'cropped', sphere: {} };
  const view = viewOf(degrees('InitialViewHeadingDegrees'), degrees('InitialViewPitchDegrees'));
  const eyes = NAMED_EYES.get(read('StereoMode') ?? 'mono') ?? OTHER_EYES;
  return { ...eyes, sphere: { ...(view && { view }) } };
}

/**
 * Whether a film, MP4, MOV, Matroska or WebM, is of more parts than any program writes. Libraries that read films look at each,
 * and need minutes for the millions of empty ones that fit into a file.
 */
export async function hasTooManyParts(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const parts = (await isMatroska(file)) ? outerElements(file) : outerBoxes(file);
    // Of a segment, which holds the others, nothing is yielded.
    for (let count = 0; count < MAX_FILM_PARTS; count += 1) {
      if ((await parts.next()).done === true) return false;
    }
    return true;
  } finally {
    await file.close();
  }
}

/** What the container of a film, MP4, MOV, Matroska or WebM, says of its layout; undefined where it says nothing. */
export async function readFilmLayout(path: string): Promise<FilmLayout | undefined> {
  const file = await open(path);
  try {
    if (await isMatroska(file)) return await matroskaLayout(file);
    const header = await readHeader(file);
    if (header === undefined) return undefined;
    const boxes = [...boxesOf(header)];
    return secondVersion(boxes) ?? firstVersion(boxes);
  } finally {
    await file.close();
  }
}
