import { expect, it } from 'vitest';
import { Batch } from './batch.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Until a load has begun. */
async function tick(): Promise<void> {
  await turn();
  await turn();
}

/** A batch whose loads end when the test says so. */
function controlled(maxKeys: number) {
  const loads: { keys: number[]; end(): void }[] = [];
  const batch = new Batch<number, number>(
    (keys) =>
      new Promise((resolve) => {
        loads.push({ keys, end: () => resolve(keys.map((key) => key * 10)) });
      }),
    maxKeys,
  );
  return { batch, loads };
}

it('keys of two turns share a load, and those of later turns the next', async () => {
  const { batch, loads } = controlled(4);
  const one = batch.get(1);
  await turn();
  const first = Promise.all([one, batch.get(2)]);
  await tick();
  const second = batch.get(3);
  await tick();
  const third = batch.get(4);
  await tick();
  expect(loads.map(({ keys }) => keys)).toEqual([[1, 2]]);
  loads[0]?.end();
  expect(await first).toEqual([10, 20]);
  await tick();
  expect(loads.map(({ keys }) => keys)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  loads[1]?.end();
  expect(await Promise.all([second, third])).toEqual([30, 40]);
});

it('a full load starts beside another, a third one waits', async () => {
  const { batch, loads } = controlled(2);
  const values = Promise.all([1, 2, 3, 4, 5, 6, 7].map((key) => batch.get(key)));
  await tick();
  await tick();
  expect(loads.map(({ keys }) => keys)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  loads[1]?.end();
  await tick();
  await tick();
  expect(loads.map(({ keys }) => keys).slice(2)).toEqual([[5, 6]]);
  loads[0]?.end();
  loads[2]?.end();
  await tick();
  await tick();
  loads[3]?.end();
  expect(await values).toEqual([10, 20, 30, 40, 50, 60, 70]);
});

it('a load that fails rejects its own keys alone', async () => {
  const batch = new Batch<number, number>(async (keys) => {
    if (keys.includes(0)) throw new Error('zero');
    return keys;
  });
  const failing = [batch.get(0), batch.get(1)];
  for (const value of failing) await expect(value).rejects.toThrow('zero');
  expect(await batch.get(2)).toBe(2);
});

it('keys do not wait for a load that hangs', async () => {
  const { batch, loads } = controlled(4);
  const hanging = batch.get(1);
  await tick();
  const next = batch.get(2);
  await expect.poll(() => loads.length).toBe(2);
  loads[1]?.end();
  expect(await next).toBe(20);
  const later = batch.get(3);
  await expect.poll(() => loads.length).toBe(3);
  loads[2]?.end();
  expect(await later).toBe(30);
  loads[0]?.end();
  expect(await hanging).toBe(10);
});
