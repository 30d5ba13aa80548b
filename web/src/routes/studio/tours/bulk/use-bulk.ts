import type { StudioTourSummary } from '@oriel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorMessage } from '../../../../api.ts';
import { inParallel } from '../../in-parallel.ts';
import { type BulkAction, type Done, performOn, type TourRequests } from './actions.ts';

const AT_ONCE = 4;
const FAILED = 'This could not be done. Please try again.';

/** A tour with what has become of it. */
export interface BulkResult {
  tour: StudioTourSummary;
  outcome: Done['outcome'] | 'failed' | 'undone';
  sentence: string;
  undo?: Done['undo'] | undefined;
}

function requestsOf(workspace: string): TourRequests {
  const options = (tourId: string) => ({ query: { workspace }, params: { tourId } });
  return {
    load: async (id) => (await api('GET /api/studio/tours/:tourId', options(id))).data,
    change: async (id, revision, body) =>
      (await api('PATCH /api/studio/tours/:tourId', { ...options(id), revision, body })).data,
    publish: async (id, revision) =>
      (await api('POST /api/studio/tours/:tourId/publication', { ...options(id), revision })).data,
    submit: async (id, revision) =>
      (await api('POST /api/studio/tours/:tourId/submission', { ...options(id), revision, body: {} })).data,
    withdraw: async (id) => (await api('DELETE /api/studio/tours/:tourId/publication', options(id))).data,
    show: async (id, visibility) =>
      (await api('POST /api/studio/tours/:tourId/visibility', { ...options(id), body: { visibility } })).data,
  };
}

/** Does one thing to many tours, and tells what has become of each. */
export function useBulk(workspace: string) {
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const [total, setTotal] = useState<number>();
  const [count, setCount] = useState(0);

  const work = async (
    tours: readonly StudioTourSummary[],
    one: (tour: StudioTourSummary) => Promise<Omit<BulkResult, 'tour'>>,
  ) => {
    setTotal(tours.length);
    setCount(0);
    await inParallel(tours, AT_ONCE, async (tour) => {
      const result = await one(tour).catch((error: unknown) => ({
        outcome: 'failed' as const,
        sentence: errorMessage(error, FAILED),
      }));
      setResults((before) => before.map((old) => (old.tour.id === tour.id ? { tour, ...result } : old)));
      setCount((before) => before + 1);
    });
    setTotal(undefined);
    await queries.invalidateQueries({ queryKey: ['studio-tours', workspace] });
  };

  return {
    results,
    /** Undefined while nothing is being done. */
    progress: total === undefined ? undefined : { count, total },
    perform: async (tours: readonly StudioTourSummary[], action: BulkAction) => {
      const isNew = (tour: StudioTourSummary) => !results.some(({ tour: { id } }) => id === tour.id);
      const begun = tours
        .filter(isNew)
        .map((tour) => ({ tour, outcome: 'unchanged' as const, sentence: '' }));
      setResults((before) => [...before, ...begun]);
      await work(tours, ({ id }) => performOn(requestsOf(workspace), id, action));
    },
    undo: async () => {
      const undoable = results.filter(({ undo }) => undo !== undefined);
      await work(
        undoable.map(({ tour }) => tour),
        async ({ id }) => {
          const undoOne = undoable.find(({ tour }) => tour.id === id)?.undo;
          try {
            await undoOne?.();
            return { outcome: 'undone', sentence: 'As before.' };
          } catch (error) {
            // What was done stays; to do it again is no way back.
            return { outcome: 'done', sentence: `Not undone. ${errorMessage(error, FAILED)}`, undo: undoOne };
          }
        },
      );
    },
  };
}
