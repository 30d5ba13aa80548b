import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';

const HISTORY_PAGE = 20;
const RECEIPT_MS = 2_000;

export function useHistory(memberId: string) {
  return useInfiniteQuery({
    queryKey: ['token-history', memberId],
    queryFn: async ({ pageParam, signal }) => {
      try {
        const { data, nextCursor } = await api('GET /api/tokens/history', {
          query: { limit: HISTORY_PAGE, cursor: pageParam },
          signal,
        });
        return { items: data.transactions, nextCursor };
      } catch (error) {
        console.warn('Failed to fetch history', error);
        throw error;
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
    // A pending receipt gets its number within seconds.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ receiptPending }) => receiptPending)) && RECEIPT_MS,
  });
}
