import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../session/session.tsx';

const NONE: ReadonlySet<number> = new Set();

/**
 * The tours that this member has opened since the page was loaded. It outlives answers that were on their way while a tour
 * was opened and still call it locked; whoever signs out takes it with them.
 */
export function useUnlockedTours(): { opened: ReadonlySet<number>; add: (id: number) => void } {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const queryKey = ['opened-tours', user?.id];
  const { data: opened = NONE } = useQuery({
    queryKey,
    queryFn: skipToken,
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // A set is not JSON; it is replaced, never compared.
    structuralSharing: false,
  });
  return {
    opened,
    add: (id) =>
      void queryClient.setQueryData<ReadonlySet<number>>(queryKey, (before) => new Set(before).add(id)),
  };
}
