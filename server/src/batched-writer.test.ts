import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BatchedWriter } from './batched-writer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A writer that remembers the sizes of its batches. */
function counting(busyGatherMs?: number) {
  const sizes: number[] = [];
  const writer = new BatchedWriter<number, number>({
    write: async (items) => {
      sizes.push(items.length);
      return items.map((item) => item * 10);
    },
    ...(busyGatherMs !== undefined && { busyGatherMs }),
  });
  return { sizes, writer };
}

/** Adds items each millisecond. */
async function addEachMs(writer: BatchedWriter<number, number>, items: number, milliseconds: number) {
  const added: Promise<number>[] = [];
  for (let passed = 0; passed < milliseconds; passed += 1) {
    for (let item = 0; item < items; item += 1) added.push(writer.add(item));
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  return Promise.all(added);
}

it('commits once for about a thousand items where five thousand arrive per second', async () => {
  const { sizes, writer } = counting(200);
  const results = await addEachMs(writer, 5, 2_000);
  expect(results).toHaveLength(10_000);
  expect(sizes.length).toBeLessThanOrEqual(12);
});

it('lets few items wait ten milliseconds, also after many', async () => {
  const { sizes, writer } = counting(200);
  await Promise.all([...(await addEachMs(writer, 5, 50))]);
  const before = sizes.length;
  let isWritten = false;
  void writer.add(1).then(() => {
    isWritten = true;
  });
  await vi.advanceTimersByTimeAsync(9);
  expect(isWritten).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isWritten).toBe(true);
  expect(sizes).toHaveLength(before + 1);
});

it('writes full batches without waiting, and gives each item its own result', async () => {
  const { sizes, writer } = counting(200);
  const added = Promise.all(Array.from({ length: 5_000 }, (_, item) => writer.add(item)));
  // The first batch gathers; it is full at once.
  expect(await added).toEqual(Array.from({ length: 5_000 }, (_, item) => item * 10));
  expect(sizes).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
});
