import type { ExperienceDetail } from '@oriel/contract';
import { type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../session/session.tsx';
import type { Cards } from './cards-query.ts';
import { type ExperiencePage, memberTourQuery, withChanged } from './queries.ts';

export function useMarkUnlocked(): (opened: ExperienceDetail) => Promise<void> {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return async (opened) => {
    queryClient.setQueriesData<InfiniteData<ExperiencePage>>(
      { queryKey: ['experiences'] },
      (list) => list && withChanged(list, opened.id, { isPermission: true }),
    );
    const own = memberTourQuery(opened, user?.id);
    // A pending response may still call it locked.
    await queryClient.cancelQueries({ queryKey: own.queryKey });
    await queryClient.fetchQuery({ ...own, queryFn: () => opened, staleTime: 0 });
  };
}

function hasLocked({ queryKey: [kind], state: { data } }: Query): boolean {
  if (kind === 'experience') return (data as ExperienceDetail | undefined)?.isPermission === false;
  if (kind === 'cards')
    return (data as Cards | undefined)?.items.some(({ isPermission }) => !isPermission) ?? false;
  if (kind !== 'experiences') return false;
  const list = data as InfiniteData<ExperiencePage> | undefined;
  return list?.pages.some(({ items }) => items.some(({ isPermission }) => !isPermission)) ?? false;
}

/** Refetches locked tours, after an event that may have unlocked them. */
export function useRecheckLocked(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ predicate: hasLocked });
}
