import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useSession } from './session.tsx';

const KEY = ['token-summary'];

/** Balance, lots, tier and referral link of the signed-in member; part of the session, since several features show them. */
export function useTokenSummary() {
  const { user } = useSession();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...KEY, user?.id],
    queryFn: async ({ signal }) => (await api('GET /api/tokens/summary', { signal })).data,
    enabled: user !== undefined,
    // Tokens are bought and spent in other tabs and on other devices too.
    refetchOnWindowFocus: 'always',
  });
  return { summary: data, error, isPending, refetch: () => void refetch() };
}

/** Refetches what depends on tokens: summary, history and rewards. */
export function refreshTokens(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) => first === KEY[0] || first === 'token-history',
  });
}

export function useRefreshTokens(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => refreshTokens(queryClient);
}
