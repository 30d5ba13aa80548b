import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { SAMPLE_OWNER } from '../src/demo/member.ts';
import { directionImage, testSound } from '../testing/apps/media-app.ts';
import type { Random } from './random.ts';
import type { ServerUnderTest } from './server-under-test.ts';

const PAUSE_MS = 100;
const BEHIND_MS = 500;
/** Several for each file, so that kills hit between them. */
const PIECES = 4;

/** A file to be sent, and how it must end. */
interface Sample {
  name: string;
  bytes: Buffer;
  ends: 'ready' | 'refused';
}

/** A file whose last byte was acknowledged. */
export interface Finished extends Pick<Sample, 'name' | 'ends'> {
  uploadId: string;
}

/** A request to a server that may be killed at any time. @returns undefined without a response, or with one of a stopping server */
async function attempt(url: string, init: RequestInit): Promise<Response | undefined> {
  const response = await fetch(url, init).catch(() => undefined);
  return response === undefined || response.status >= 500 || response.status === 423 ? undefined : response;
}

/** @returns the headers of requests by the owner of the demo; undefined where the server could not be asked */
async function signInAsOwner({ url }: ServerUnderTest): Promise<{ authorization: string } | undefined> {
  const { email, password } = SAMPLE_OWNER;
  const session = await attempt(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const answer = (await session?.json().catch(() => undefined)) as { token?: string } | undefined;
  return answer?.token === undefined ? undefined : { authorization: `Bearer ${answer.token}` };
}

/** Signs in as the owner of the demo. */
export async function signIn(server: ServerUnderTest) {
  const { url } = server;
  const headers = await signInAsOwner(server);
  if (headers === undefined) throw new Error('the owner of the demo cannot sign in');
  const response = await fetch(`${url}/api/studio/workspaces`, { headers });
  const { workspaces } = (await response.json()) as { workspaces: { id: string }[] };
  return { headers, workspace: workspaces[0]?.id ?? '' };
}

export type Sender = Awaited<ReturnType<typeof signIn>>;

/** Photos of several sizes, some of them equal or damaged, and sounds. */
async function makeSample(random: Random): Promise<Sample> {
  const kind = random.weighted({ photo: 5, small: 3, damaged: 2, sound: 1 });
  if (kind === 'sound')
    return { name: 'tone.mp3', bytes: await readFile(testSound('tone.mp3')), ends: 'ready' };
  const width = kind === 'photo' ? (random.one([3072, 4096, 6144]) ?? 4096) : 2048;
  const bytes = await directionImage(width)
    .jpeg({ quality: random.between(70, 80) })
    .toBuffer();
  if (kind !== 'damaged') return { name: `${kind}.jpg`, bytes, ends: 'ready' };
  return { name: 'damaged.jpg', bytes: bytes.subarray(0, 9000 + random.between(0, 999)), ends: 'refused' };
}

/** Sends a file by tus through as many kills as there are. @returns undefined where the server cannot know of it */
async function send(server: ServerUnderTest, sender: Sender, sample: Sample): Promise<Finished> {
  const { name, bytes, ends } = sample;
  const { workspace } = sender;
  const ask = async (
    url: string,
    init: { method: string; headers?: Record<string, string>; body?: BodyInit },
  ) => {
    const headers = { ...sender.headers, 'tus-resumable': '1.0.0', ...init.headers };
    const response = await attempt(url, { ...init, headers });
    if (response?.status !== 401) return response;
    // A run takes longer than a token lives.
    sender.headers = (await signInAsOwner(server)) ?? sender.headers;
    return undefined;
  };
  const place = () => `${server.url}/api/studio/uploads`;
  const query = `?workspace=${workspace}`;
  const begin = {
    'upload-length': `${bytes.length}`,
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  };
  let uploadId: string | undefined;
  while (uploadId === undefined) {
    const response = await ask(place() + query, { method: 'POST', headers: begin });
    if (response !== undefined && response.status !== 201)
      throw new Error(`${response.status}: ${await response.text()}`);
    uploadId = /u_[\w-]{22}/.exec(response?.headers.get('location') ?? '')?.[0];
    if (uploadId === undefined) await sleep(PAUSE_MS);
  }
  const piece = Math.ceil(bytes.length / PIECES);
  for (;;) {
    const head = await ask(`${place()}/${uploadId}${query}`, { method: 'HEAD' });
    const offset = Number(head?.headers.get('upload-offset') ?? Number.NaN);
    if (offset === bytes.length) return { uploadId, name, ends };
    if (Number.isNaN(offset)) {
      // A file that was refused has an upload that ended.
      if (head?.status === 410 || head?.status === 404) return { uploadId, name, ends };
      await sleep(PAUSE_MS);
      continue;
    }
    const body = bytes.subarray(offset, offset + piece) as unknown as BodyInit;
    const append = { 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' };
    await ask(`${place()}/${uploadId}${query}`, { method: 'PATCH', headers: append, body });
  }
}

/**
 * Sends files one after the other until it is stopped.
 *
 * @param hasRoom whether the server is not behind with its work
 * @returns all whose last byte was acknowledged
 */
export async function sendFiles(
  server: ServerUnderTest,
  sender: Sender,
  random: Random,
  { isStopped, hasRoom }: { isStopped: () => boolean; hasRoom: () => Promise<boolean> },
): Promise<Finished[]> {
  const finished: Finished[] = [];
  while (!isStopped()) {
    if (await hasRoom()) finished.push(await send(server, sender, await makeSample(random)));
    else await sleep(BEHIND_MS);
  }
  return finished;
}
