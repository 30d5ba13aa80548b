import { afterEach, expect, it, vi } from 'vitest';
import { createBreaker } from './circuit-breaker.ts';

afterEach(() => vi.useRealTimers());

const REST_MS = 5_000;

/** A breaker that opens with the first failure. */
const fragile = () =>
  createBreaker({ failures: 1, restMs: REST_MS, counts: () => true, refusal: () => new Error('resting') });

it('rests as long as it should when the clock of the machine is set back meanwhile', async () => {
  vi.useFakeTimers();
  const breaker = fragile();
  const fail = () => Promise.reject(new Error('down'));
  await expect(breaker(fail)).rejects.toThrow('down');
  vi.setSystemTime(Date.now() - 5 * 60_000);
  await expect(breaker(async () => 'up')).rejects.toThrow('resting');
  vi.advanceTimersByTime(REST_MS);
  expect(await breaker(async () => 'up')).toBe('up');
});

it('lets one call try after the rest, and refuses the others until it is back', async () => {
  vi.useFakeTimers();
  const breaker = fragile();
  await expect(breaker(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  vi.advanceTimersByTime(REST_MS);
  const answer = Promise.withResolvers<string>();
  const trying = breaker(() => answer.promise);
  await expect(breaker(async () => 'up')).rejects.toThrow('resting');
  answer.resolve('up');
  expect(await trying).toBe('up');
  expect(await breaker(async () => 'up again')).toBe('up again');
});
