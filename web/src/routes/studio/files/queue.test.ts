import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserSession } from '../../../session/browser-session.ts';
import { UploadQueue } from './queue.ts';
import { UploadServer, xhrTo } from './upload-server.fixture.ts';

const MEBIBYTE = 1024 * 1024;
const MINUTE = 60_000;

let server: UploadServer;
let stored: Map<string, string>;
let queue: UploadQueue;
/** What the session hands out for a token; a refused one is renewed. */
let token: (refused?: string) => Promise<string | undefined>;

beforeEach(() => {
  vi.useFakeTimers();
  server = new UploadServer();
  stored = new Map();
  token = async (refused) => (refused === undefined ? 'first' : 'renewed');
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { origin: 'https://oriel.example' });
  vi.stubGlobal('XMLHttpRequest', xhrTo(server));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const session = browserSession();
  vi.spyOn(session, 'token').mockImplementation((refused) => token(refused));
  const user = { id: 'm_1' } as NonNullable<typeof session.state.user>;
  vi.spyOn(session, 'state', 'get').mockReturnValue({
    user,
    profile: undefined,
    isLoading: false,
    hasSignedOut: false,
  });
  queue = new UploadQueue();
});

afterEach(() => {
  for (const { id } of queue.items) queue.pause(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'harbour.jpg', { lastModified: 1 });
const add = (file: File) => queue.add([file], 'w_1', false);
const item = () => queue.items[0];
const run = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const count = (method: string) => server.requests.filter((request) => request.method === method).length;

it('sends a file in pieces', async () => {
  add(fileOf(2.5 * MEBIBYTE));
  await run(1_000);
  expect(item()).toMatchObject({ state: 'done', sent: 2.5 * MEBIBYTE });
  expect(stored.size).toBe(0);
});

it('gives up where the server answers again and again without taking anything', async () => {
  server.intercept = ({ method }) => (method === 'PATCH' ? { status: 503 } : undefined);
  add(fileOf(3 * MEBIBYTE));
  await run(1_000);
  expect(item()).toMatchObject({ state: 'waiting', sentence: 'The server is busy. Trying again…' });
  await run(30 * MINUTE);
  expect(item()?.state).toBe('failed');
  expect(count('PATCH')).toBe(9);
  const sizes = server.requests.filter(({ method }) => method === 'PATCH').map(({ bytes }) => bytes);
  expect(sizes.at(-1)).toBe(MEBIBYTE / 4);
});

it('counts afresh once the server takes something, and never gives up for a lost line', async () => {
  let pieces = 0;
  server.intercept = ({ method }) => {
    if (method !== 'PATCH') return undefined;
    pieces += 1;
    return pieces % 9 === 0 ? undefined : { status: 503 };
  };
  add(fileOf(MEBIBYTE / 2));
  await run(60 * MINUTE);
  expect(item()?.state).toBe('done');

  server.intercept = ({ method }) => (method === 'PATCH' ? 'lost' : undefined);
  add(fileOf(MEBIBYTE / 2));
  await run(60 * MINUTE);
  expect(item()).toMatchObject({ state: 'waiting', sentence: 'The connection was lost. Trying again…' });
  server.intercept = () => undefined;
  await run(MINUTE);
  expect(item()?.state).toBe('done');
});

it('counts a request without a sign of life as lost', async () => {
  let isSilent = true;
  server.intercept = ({ method }) => (method === 'PATCH' && isSilent ? 'silent' : undefined);
  add(fileOf(1_000));
  await run(40_000);
  expect(item()?.state).toBe('sending');
  await run(5_100);
  expect(item()?.state).toBe('waiting');
  isSilent = false;
  await run(5_000);
  expect(item()?.state).toBe('done');
  expect(count('POST')).toBe(1);
});

it('takes a file that failed when it is chosen again, and goes on where it stopped', async () => {
  server.intercept = ({ method, headers }) =>
    method === 'PATCH' && headers['Upload-Offset'] !== '0'
      ? { status: 403, body: JSON.stringify({ code: 'forbidden', detail: 'You may not.' }) }
      : undefined;
  const file = fileOf(2.5 * MEBIBYTE);
  add(file);
  await run(1_000);
  expect(item()).toMatchObject({ state: 'failed', sentence: 'You may not.' });
  server.intercept = () => undefined;
  add(file);
  await run(1_000);
  expect(queue.items.map(({ state }) => state)).toEqual(['done']);
  expect(count('POST')).toBe(1);
});

it('pauses and resumes without a second chain of requests while the token is renewed', async () => {
  let renew = () => {};
  token = () =>
    new Promise((resolve) => {
      const before = renew;
      renew = () => {
        before();
        resolve('first');
      };
    });
  add(fileOf(1_000));
  await run(0);
  const id = item()?.id ?? 0;
  queue.pause(id);
  queue.resume(id);
  await run(0);
  renew();
  token = async () => 'first';
  await run(1_000);
  expect(server.log).toEqual(['POST', 'PATCH 0']);
  expect(item()?.state).toBe('done');
});

it('does not reserve a file twice where it is paused while it begins', async () => {
  add(fileOf(1_000));
  await run(5);
  expect(server.log).toEqual(['POST']);
  const id = item()?.id ?? 0;
  queue.pause(id);
  await run(1_000);
  expect(server.log).toEqual(['POST']);
  expect(item()?.state).toBe('paused');
  queue.resume(id);
  await run(1_000);
  expect(server.log).toEqual(['POST', 'HEAD', 'PATCH 0']);
  expect(item()?.state).toBe('done');
});

it('removes what the server has of a cancelled file, with a new token and past passing refusals', async () => {
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined);
  add(fileOf(1_000));
  await run(100);
  const refusals = [{ status: 401 }, 'lost', { status: 423 }, { status: 503 }] as const;
  server.intercept = () => refusals[count('DELETE') - 1];
  queue.cancel(item()?.id ?? 0);
  await run(3 * MINUTE);
  expect(server.uploads.size).toBe(0);
  const tokens = server.requests
    .filter(({ method }) => method === 'DELETE')
    .map(({ headers }) => headers.Authorization);
  expect(tokens).toEqual(['Bearer first', 'Bearer renewed', 'Bearer first', 'Bearer first', 'Bearer first']);
  expect(stored.size).toBe(0);
});

it('removes what an earlier visit left of a file that is cancelled in the queue', async () => {
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined);
  add(fileOf(1_000));
  await run(100);
  queue.pause(item()?.id ?? 0);

  queue = new UploadQueue();
  const others = [1, 2, 3].map((name) => new File(['a'], `${name}.jpg`));
  queue.add([...others, fileOf(1_000)], 'w_1', false);
  const queued = queue.items.find(({ fileName }) => fileName === 'harbour.jpg');
  expect(queued?.state).toBe('queued');
  expect(server.uploads.size).toBe(1);
  queue.cancel(queued?.id ?? 0);
  await run(1_000);
  expect(count('DELETE')).toBe(1);
});
