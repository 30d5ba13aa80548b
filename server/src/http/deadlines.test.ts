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
/** For what it takes to answer on a busy machine. */
const LEEWAY_MS = 1_000;

let app: FastifyInstance;
let port: number;
/** What work that was given up learned of its time, once it looked. */
let leftAfterwards = Number.NaN;
beforeAll(async () => {
  app = Fastify();
  app.decorate('dependencies', { config: { databaseLimits: LIMITS } } as Dependencies);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  installDeadlines(app);
  app.post('/left', async () => ({ left: timeLeftMs() }));
  app.get('/export', { config: { mayTakeLong: true } }, async () => ({ isBounded: timeLeftMs() < 60_000 }));
  app.get('/forgetful', async () => {
    await sleep(ANSWER_MS + 500);
    leftAfterwards = timeLeftMs();
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
  port = Number(new URL(app.listeningOrigin).port);
});
afterAll(() => app.close());

const url = (path: string) => `http://127.0.0.1:${port}${path}`;

describe('a request', { concurrent: true }, () => {
  it('has a deadline in its handler, with a body too', async () => {
    const response = await fetch(url('/left'), {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    const { left } = await response.json();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(ANSWER_MS);
  });

  it('whose body arrives slowly loses no time by that', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /left HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
    );
    await sleep(ANSWER_MS + LEEWAY_MS);
    socket.write('}');
    const [response] = await once(socket, 'data');
    socket.destroy();
    expect(String(response)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"left":\d/);
  });

  it('is answered in time although its handler does not look, and its work learns that it is late', async () => {
    const began = performance.now();
    const response = await fetch(url('/forgetful'));
    expect(performance.now() - began).toBeLessThan(ANSWER_MS + LEEWAY_MS);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    await vi.waitUntil(() => leftAfterwards < 0, { timeout: 5_000 });
  });

  it('that is being answered has no deadline any more', async () => {
    expect(await (await fetch(url('/download'))).text()).toBe('begun, whole');
  });

  it('of an export has none', async () => {
    expect(await (await fetch(url('/export'))).json()).toEqual({ isBounded: false });
  });
});
