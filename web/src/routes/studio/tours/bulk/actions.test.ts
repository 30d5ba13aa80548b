import type { StudioTour } from '@oriel/contract';
import { describe, expect, it, vi } from 'vitest';
import { inParallel } from '../../in-parallel.ts';
import { aStudioTour } from '../draft/draft.fixture.ts';
import { type BulkAction, performOn, type TourRequests } from './actions.ts';

/** A server with one tour. */
function serverWith(fields: Partial<StudioTour> = {}) {
  let tour: StudioTour = { ...aStudioTour(), ...fields };
  const change = vi.fn(async (_: string, revision: number, patch: object) => {
    if (revision !== tour.revision) throw new Error('Olive has changed this tour in the meantime.');
    tour = { ...tour, revision: revision + 1, draft: { ...tour.draft, ...patch } };
    return tour;
  });
  const set = vi.fn(async (changes: Partial<StudioTour>) => {
    tour = { ...tour, ...changes };
    return tour;
  });
  const requests: TourRequests = {
    load: async () => tour,
    change,
    publish: (_, revision) => set({ state: 'published', publishedRevision: revision }),
    submit: () => set({}),
    withdraw: () => set({ state: 'withdrawn' }),
    show: (_, visibility) => set({ visibility }),
  };
  const perform = (action: BulkAction) => performOn(requests, tour.id, action);
  return { perform, change, set, now: () => tour };
}

describe('an action on one tour', () => {
  it('changes only what differs, and is undone by the inverse patch', async () => {
    const server = serverWith();
    const before = server.now().draft;
    const { outcome, undo } = await server.perform({ kind: 'price', price: 40, isInPlans: false });
    expect(outcome).toBe('done');
    expect(server.change).toHaveBeenCalledWith(server.now().id, 1, { price: 40 });
    await undo?.();
    expect(server.now().draft).toEqual(before);
  });

  it('takes the subcategory of another category off', async () => {
    const server = serverWith({ draft: { ...aStudioTour().draft, category: 1, subcategory: 4 } });
    const { undo } = await server.perform({ kind: 'category', category: 2 });
    expect(server.now().draft).toMatchObject({ category: 2, subcategory: null });
    await undo?.();
    expect(server.now().draft).toMatchObject({ category: 1, subcategory: 4 });
  });

  it('adds and removes tags, and leaves the others', async () => {
    const server = serverWith({ draft: { ...aStudioTour().draft, tags: [1, 2] } });
    await server.perform({ kind: 'tags', add: [2, 3], remove: [1] });
    expect(server.now().draft.tags).toEqual([2, 3]);
    expect(await server.perform({ kind: 'tags', add: [3], remove: [] })).toMatchObject({
      outcome: 'unchanged',
    });
  });

  it('is not undone over what somebody else has changed since', async () => {
    const server = serverWith();
    const { undo } = await server.perform({ kind: 'price', price: 40, isInPlans: false });
    await server.perform({ kind: 'price', price: 50, isInPlans: false });
    await expect(undo?.()).rejects.toThrow('Olive has changed this tour');
    expect(server.now().draft.price).toBe(50);
  });

  it('gives a visibility back, and publishes only what is not published', async () => {
    const server = serverWith();
    const { undo } = await server.perform({ kind: 'visibility', visibility: 'private' });
    expect(server.now().visibility).toBe('private');
    await undo?.();
    expect(server.now().visibility).toBe('public');
    expect(await server.perform({ kind: 'withdraw' })).toMatchObject({ outcome: 'unchanged' });
    expect(await server.perform({ kind: 'publish' })).toMatchObject({ outcome: 'done' });
    expect(await server.perform({ kind: 'publish' })).toMatchObject({ outcome: 'unchanged' });
    expect(await server.perform({ kind: 'withdraw' })).toMatchObject({ outcome: 'done' });
  });
});

it('four tours are worked on at once, and all of them in the end', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const items = Array.from({ length: 11 }, (_, index) => index);
  await inParallel(items, 4, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(4);
  expect(done.sort((a, b) => a - b)).toEqual(items);
});
