import { afterEach, expect, it, vi } from 'vitest';
import type { PhotoScene } from '../types.ts';
import { DataBudget } from './budget.ts';

afterEach(() => vi.unstubAllGlobals());

const owner = (name: string): { scene: PhotoScene } => ({
  scene: { kind: 'photo', src: `/${name}` } as never,
});
const { signal } = new AbortController();

it('is lifted for the scene in view after the way to another was given up', async () => {
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(100)));
  const budget = new DataBudget(100);
  const inView = owner('view');
  await budget.load('/view/0', signal, inView);
  const waiting = budget.load('/view/1', signal, inView);
  const wayThere = new AbortController();
  const other = owner('other');
  await budget.load('/other/0', wayThere.signal, other);
  const givenUp = budget.load('/other/1', wayThere.signal, other);
  wayThere.abort();
  await expect(givenUp).rejects.toThrow();
  budget.lift();
  await expect(waiting).resolves.toBeInstanceOf(Blob);
});
