import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

const FRESH_MS = 60_000;

/** What is suggested for a text; for none, what is popular. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', q],
    queryFn: async ({ signal }) => (await api('GET /api/suggestions', { query: { q }, signal })).data,
    staleTime: FRESH_MS,
  });
