import type { StudioMedia } from '@oriel/contract';
import type { AccountsApp } from '../../../testing/apps/accounts-app.ts';
import type { Member } from '../workspaces/workspaces.fixture.ts';

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

/** Adds a box at the end of the movie header, or of its first track. */
export function withBox(film: Buffer, place: 'moov' | 'trak', added: Buffer): Buffer {
  const moov = findBox(film, 'moov', 0, film.length);
  const trak = findBox(film, 'trak', moov.start + 8, moov.start + moov.size);
  const target = place === 'moov' ? moov : trak;
  const end = target.start + target.size;
  const grown = Buffer.concat([film.subarray(0, end), added, film.subarray(end)]);
  for (const { start, size } of place === 'moov' ? [moov] : [moov, trak])
    grown.writeUInt32BE(size + added.length, start);
  if (moov.start < findBox(film, 'mdat', 0, film.length).start) moveMedia(grown, added.length);
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

/** Uploads files into a workspace and prepares them, as an editor's browser and the server's worker do. */
export function createUploader(
  site: Pick<AccountsApp, 'jobs' | 'handlers' | 'app'>,
  { origin, workspace, member }: { origin: string; workspace: string; member: Member },
) {
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${member.token}` };

  /** @returns the file as it is before any work */
  async function upload(name: string, bytes: Uint8Array, use?: 'flat'): Promise<StudioMedia> {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const metadata = [`filename ${encode(name)}`, ...(use ? [`use ${encode(use)}`] : [])].join();
    const created = await fetch(`${origin}/api/studio/uploads?workspace=${workspace}`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': `${bytes.length}`,
        'upload-metadata': metadata,
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes as BodyInit,
    });
    if (created.status !== 201) throw new Error(`${created.status}: ${await created.text()}`);
    const id = /u_[\w-]{22}/.exec(created.headers.get('location') ?? '')?.[0] ?? '';
    const list = await fetch(`${origin}/api/studio/media?workspace=${workspace}&upload=${id}`, { headers });
    const { media } = (await list.json()) as { media: [StudioMedia] };
    return media[0];
  }

  async function read(id: string): Promise<StudioMedia> {
    const response = await fetch(`${origin}/api/studio/media/${id}?workspace=${workspace}`, { headers });
    return (await response.json()) as StudioMedia;
  }

  return {
    upload,
    read,
    async takeIn(name: string, bytes: Uint8Array, use?: 'flat'): Promise<StudioMedia> {
      const { id } = await upload(name, bytes, use);
      await site.handlers.media({ mediaId: id });
      return read(id);
    },
  };
}
