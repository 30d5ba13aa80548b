import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../session/session.tsx';

const NONE: ReadonlySet<number> = new Set();

/** Outlives pending responses that still call a tour locked, and is cleared at sign-out. */
export function useUnlockedTours() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const queryKey = ['opened-tours', user?.id];
  const { data: opened = NONE } = useQuery({
    queryKey,
    queryFn: skipToken,
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // A set is not JSON, so structural sharing is off.
    structuralSharing: false,
  });
  return {
    opened,
    add: (id: number) =>
      void queryClient.setQueryData<ReadonlySet<number>>(queryKey, (before) => new Set(before).add(id)),
  };
}
