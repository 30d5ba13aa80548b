import type { Passkey } from '@oriel/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { canUsePasskeys, fitsThisPage } from '../../../session/passkeys.ts';

const keyOf = (memberId: string) => ['passkeys', memberId];

export function usePasskeyList(memberId: string) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: keyOf(memberId),
    queryFn: async ({ signal }) => (await api('GET /api/auth/passkeys', { signal })).data,
    staleTime: 0,
  });
  const domain = list.data?.domain ?? null;
  return {
    passkeys: list.data?.passkeys ?? ([] as Passkey[]),
    /** The domain that passkeys are for; null where the site has none, undefined while loading. */
    domain: list.data?.domain,
    canUse: domain !== null && canUsePasskeys() && fitsThisPage(domain),
    isPending: list.isPending,
    error: list.error,
    refresh: () => queries.invalidateQueries({ queryKey: keyOf(memberId) }),
  };
}
