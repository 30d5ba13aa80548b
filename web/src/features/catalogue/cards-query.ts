import type { Experience } from '@oriel/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** As many as the server answers at once. */
const MAX_CARDS = 100;

/** Cards, and the member whom they were fetched for. */
export interface Cards {
  items: Experience[];
  ownerId: string | undefined;
}

async function fetchCards(ids: readonly number[], signal: AbortSignal): Promise<Experience[]> {
  const runs = Array.from({ length: Math.ceil(ids.length / MAX_CARDS) }, (_, index) =>
    ids.slice(index * MAX_CARDS, (index + 1) * MAX_CARDS),
  );
  const answers = await Promise.all(
    runs.map((run) => api('GET /api/cards', { query: { ids: run.join() }, signal })),
  );
  return answers.flatMap(({ data }) => data);
}

export const cardsQuery = (memberId: string | undefined, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['cards', memberId, ids],
    queryFn: async ({ signal }): Promise<Cards> => ({
      items: await fetchCards(ids, signal),
      ownerId: memberId,
    }),
  });
