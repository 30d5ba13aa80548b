import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** A task that runs until `end` is called. */
function startWork(semaphore: Semaphore, log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const outcome = semaphore
    .run(async () => {
      log.push(name);
      await promise;
    })
    .then(
      () => 'done',
      (error: { code: string; headers: object }) => [error.code, error.headers],
    );
  return { end: resolve, outcome };
}
const BUSY = ['busy', { 'retry-after': '1' }];

it('runs queued tasks in order, and refuses tasks when the queue is full', async () => {
  const semaphore = new Semaphore({ concurrency: 1, maxQueued: 2, detail: 'Later.' });
  const log: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => startWork(semaphore, log, name));
  expect(await d?.outcome).toEqual(BUSY);
  await turn();
  expect(log).toEqual(['a']);
  a?.end();
  await a?.outcome;
  await turn();
  expect(log).toEqual(['a', 'b']);
  b?.end();
  c?.end();
  expect([await b?.outcome, await c?.outcome]).toEqual(['done', 'done']);
  const later = startWork(semaphore, log, 'e');
  later.end();
  expect(await later.outcome).toBe('done');
});

it('refuses tasks that do not start in time, and skips them', async () => {
  const semaphore = new Semaphore({ concurrency: 1, maxQueued: 2, maxWaitMs: 20, detail: 'Later.' });
  const log: string[] = [];
  const first = startWork(semaphore, log, 'a');
  const second = startWork(semaphore, log, 'b');
  expect(await second.outcome).toEqual(BUSY);
  first.end();
  await first.outcome;
  const third = startWork(semaphore, log, 'c');
  third.end();
  expect(await third.outcome).toBe('done');
  expect(log).toEqual(['a', 'c']);
});
