import { afterEach, expect, it, vi } from 'vitest';
import { withDeadline } from '../deadline.ts';
import { createResilience } from './resilience.ts';

afterEach(() => vi.useRealTimers());

const REST_MS = 5_000;
const down = () => Promise.reject(new Error('down'));

/** A policy whose circuit opens with the first failure. */
const fragile = () =>
  createResilience({
    service: 'test',
    failures: 1,
    restMs: REST_MS,
    isOutage: () => true,
    unavailable: () => new Error('resting'),
  });

it('rests as long as it should when the clock of the machine is set back meanwhile', async () => {
  vi.useFakeTimers();
  const { call } = fragile();
  await expect(call(down)).rejects.toThrow('down');
  vi.setSystemTime(Date.now() - 5 * 60_000);
  await expect(call(async () => 'up')).rejects.toThrow('resting');
  vi.advanceTimersByTime(REST_MS);
  expect(await call(async () => 'up')).toBe('up');
});

it('lets one call through after the rest, and refuses the others until it succeeds', async () => {
  vi.useFakeTimers();
  const { call } = fragile();
  await expect(call(down)).rejects.toThrow('down');
  vi.advanceTimersByTime(REST_MS);
  const response = Promise.withResolvers<string>();
  const trial = call(() => response.promise);
  await expect(call(async () => 'up')).rejects.toThrow('resting');
  response.resolve('up');
  expect(await trial).toBe('up');
  expect(await call(async () => 'up again')).toBe('up again');
});

it('counts outages in a row: a refusal in between shows that the service works', async () => {
  const { call } = createResilience({
    service: 'test',
    failures: 2,
    isOutage: (error) => error instanceof Error && error.message === 'down',
    unavailable: () => new Error('resting'),
  });
  const refused = () => Promise.reject(new Error('refused'));
  for (const [attempt, message] of [
    [down, 'down'],
    [refused, 'refused'],
    [down, 'down'],
    [down, 'down'],
    [refused, 'resting'],
  ] as const)
    await expect(call(attempt)).rejects.toThrow(message);
});

it('aborts an attempt that takes too long', async () => {
  const { call } = createResilience({
    service: 'test',
    timeoutMs: 20,
    isOutage: () => true,
    unavailable: () => new Error('resting'),
  });
  const endless = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  await expect(call(endless)).rejects.toThrow('aborted');
});

it('ends with the time of the request that calls, which counts against nobody', async () => {
  const { call, retry } = createResilience({
    service: 'test',
    timeoutMs: 10_000,
    failures: 1,
    isOutage: () => true,
    unavailable: () => new Error('resting'),
  });
  const endless = vi.fn(
    (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  );
  const began = performance.now();
  const request = { at: began + 50 };
  await expect(withDeadline(request, () => retry(() => call(endless)))).rejects.toThrow(
    /^(aborted|resting)$/,
  );
  expect(performance.now() - began).toBeLessThan(1_000);
  // Timers may fire a fraction of a millisecond early.
  await vi.waitUntil(() => performance.now() > request.at);
  await expect(withDeadline(request, () => call(endless))).rejects.toThrow('resting');
  expect(endless).toHaveBeenCalledTimes(1);
  expect(await call(async () => 'up')).toBe('up');
});

it('repeats outages alone, and at most three times', async () => {
  const { retry } = createResilience({
    service: 'test',
    isOutage: (error) => error instanceof Error && error.message === 'down',
    unavailable: () => new Error('resting'),
  });
  const indexes: number[] = [];
  await expect(
    retry(async (index) => {
      indexes.push(index);
      throw new Error('down');
    }),
  ).rejects.toThrow('down');
  expect(indexes).toEqual([0, 1, 2]);
  const refused = vi.fn(() => Promise.reject(new Error('refused')));
  await expect(retry(refused)).rejects.toThrow('refused');
  expect(refused).toHaveBeenCalledTimes(1);
});
