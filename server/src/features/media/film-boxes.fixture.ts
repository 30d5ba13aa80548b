/** The bytes of an ISO base media box. */
export function box(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

interface Found {
  start: number;
  size: number;
}

function findBox(bytes: Buffer, type: string, from: number, to: number): Found {
  for (let start = from; start + 8 <= to; ) {
    const size = bytes.readUInt32BE(start);
    if (bytes.toString('latin1', start + 4, start + 8) === type) return { start, size };
    start += size;
  }
  throw new Error(`no box ${type}`);
}

/** Tells a film's tables that its media begin later than before. */
function moveMedia(film: Buffer, by: number): void {
  for (let at = film.indexOf('stco'); at !== -1; at = film.indexOf('stco', at + 4)) {
    const count = film.readUInt32BE(at + 8);
    for (let index = 0; index < count; index += 1) {
      const entry = at + 12 + 4 * index;
      film.writeUInt32BE(film.readUInt32BE(entry) + by, entry);
    }
  }
}

/** Where a box is added: at the end of the movie header, of its first track, or of that track's description of its pictures. */
type Place = 'moov' | 'trak' | 'entry';

/** The boxes that hold the added one, outer ones first, each with its length before the first box inside. */
const PATHS: Record<Place, [type: string, fields: number][]> = {
  moov: [['moov', 8]],
  trak: [
    ['moov', 8],
    ['trak', 8],
  ],
  entry: [
    ['moov', 8],
    ['trak', 8],
    ['mdia', 8],
    ['minf', 8],
    ['stbl', 8],
    ['stsd', 16],
    ['avc1', 86],
  ],
};

/** Adds a box to a film, whose boxes around it grow. */
export function withBox(film: Buffer, place: Place, added: Buffer): Buffer {
  const around: Found[] = [];
  let [from, to] = [0, film.length];
  for (const [type, fields] of PATHS[place]) {
    const found = findBox(film, type, from, to);
    around.push(found);
    [from, to] = [found.start + fields, found.start + found.size];
  }
  const grown = Buffer.concat([film.subarray(0, to), added, film.subarray(to)]);
  for (const { start, size } of around) grown.writeUInt32BE(size + added.length, start);
  const [moov] = around;
  if (moov && moov.start < findBox(film, 'mdat', 0, film.length).start) moveMedia(grown, added.length);
  return grown;
}

const SPHERICAL_V1 = Buffer.from('ffcc8263f8554a938814587a02521fdd', 'hex');

/** What cameras write into a film of a sphere. */
export function sphericalBox(fields: Record<string, string>): Buffer {
  const tags = Object.entries(fields).map(
    ([name, value]) => `<GSpherical:${name}>${value}</GSpherical:${name}>`,
  );
  const xml = `<?xml version="1.0"?><rdf:SphericalVideo xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:GSpherical="http://ns.google.com/videos/1.0/spherical/">${tags.join('')}</rdf:SphericalVideo>`;
  return box('uuid', Buffer.concat([SPHERICAL_V1, Buffer.from(xml)]));
}

const uint32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => {
    bytes.writeUInt32BE(number >>> 0, index * 4);
  });
  return bytes;
};

/** What version 2 says of a film; boxes of the description of its pictures. */
export interface SecondVersion {
  projection?: 'equi' | 'cbmp' | 'mshp';
  /** How much is missing at the top, the bottom, the left and the right, of 1. */
  bounds?: [number, number, number, number];
  stereoMode?: number;
  /** Yaw, pitch and roll in degrees. */
  pose?: [number, number, number];
}

/** The boxes of version 2, in the order of its specification. */
export function sphericalBoxes({ projection = 'equi', bounds, stereoMode, pose }: SecondVersion): Buffer {
  const full = (type: string, body: Buffer) => box(type, Buffer.concat([uint32(0), body]));
  const data =
    projection === 'equi'
      ? uint32(...(bounds ?? [0, 0, 0, 0]).map((share) => share * 2 ** 32))
      : uint32(0, 0);
  const header = full('prhd', uint32(...(pose ?? [0, 0, 0]).map((degrees) => Math.round(degrees * 65_536))));
  const sphere = Buffer.concat([
    full('svhd', Buffer.from('Spherical Metadata Tool\0')),
    box('proj', Buffer.concat([header, full(projection, data)])),
  ]);
  const stereo = stereoMode === undefined ? Buffer.alloc(0) : full('st3d', Buffer.from([stereoMode]));
  return Buffer.concat([stereo, box('sv3d', sphere)]);
}
