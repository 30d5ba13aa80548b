import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { REQUEST_LIMITS } from '../database/limits.ts';
import { timeLeftMs } from '../deadline.ts';
import type { Dependencies } from '../dependencies.ts';
import { installDeadlines } from './deadlines.ts';
import { sendProblem } from './problem.ts';

/** Requests are answered after three seconds, and their work ends after two. */
const LIMITS = { ...REQUEST_LIMITS, statementMs: 0 };
const ANSWER_MS = 3_000;

/** One app answers in time, the other compiles its pages. */
let app: FastifyInstance;
let developmentApp: FastifyInstance;
/** What work that was given up learned of its time, once it looked. */
const leftAfterwards: number[] = [];
async function startApp(pages: Pick<Dependencies, 'livePages'>): Promise<FastifyInstance> {
  const app = Fastify();
  app.decorate('dependencies', { config: { databaseLimits: LIMITS }, ...pages } as Dependencies);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  installDeadlines(app);
  app.post('/left', async () => ({ left: timeLeftMs() }));
  app.get('/export', { config: { mayTakeLong: true } }, async () => ({ isBounded: timeLeftMs() < 60_000 }));
  app.get('/forgetful', async () => {
    await sleep(ANSWER_MS + 500);
    leftAfterwards.push(timeLeftMs());
    return 'too late';
  });
  app.get('/download', (_, reply) => {
    const pieces = async function* () {
      yield 'begun, ';
      await sleep(ANSWER_MS + 500);
      yield timeLeftMs() > 60_000 ? 'whole' : 'cut off';
    };
    return reply.send(Readable.from(pieces()));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}
beforeAll(async () => {
  app = await startApp({});
  developmentApp = await startApp({
    livePages: { load: () => Promise.reject(new Error('not needed')), relaxPolicy: (policy) => policy },
  });
});
afterAll(() => Promise.all([app.close(), developmentApp.close()]));

const get = (path: string, of = app) => fetch(new URL(path, of.listeningOrigin));

describe('a request', { concurrent: true }, () => {
  it('has a deadline in its handler, with a body too', async () => {
    const response = await fetch(new URL('/left', app.listeningOrigin), {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    const { left } = await response.json();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(ANSWER_MS);
  });

  it('whose body arrives slowly loses no time by that', async () => {
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /left HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
    );
    await sleep(ANSWER_MS + 1_000);
    socket.write('}');
    const [response] = await once(socket, 'data');
    socket.destroy();
    expect(String(response)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"left":\d/);
  });

  it('is answered in time although its handler does not look, and its work learns that it is late', async () => {
    const response = await get('/forgetful');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    await vi.waitUntil(() => leftAfterwards.some((left) => left < 0), { timeout: 5_000 });
  });

  it('that is being answered has no deadline any more', async () => {
    expect(await (await get('/download')).text()).toBe('begun, whole');
  });

  it('waits in development until the sources of its page are compiled', async () => {
    expect(await (await get('/forgetful', developmentApp)).text()).toBe('too late');
  });

  it('of an export has none', async () => {
    expect(await (await get('/export')).json()).toEqual({ isBounded: false });
  });
});
