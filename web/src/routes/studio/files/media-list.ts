import type { StudioMedia } from '@oriel/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { createPace } from './pace.ts';
import { isUnfinished } from './words.ts';

const PAGE = 50;

/** The query of a workspace's files. */
export const mediaKey = (workspace: string) => ['studio-media', workspace] as const;

const mostOf = (media: readonly StudioMedia[]) =>
  media.map(({ id, state, progress }) => `${id} ${state} ${progress}`).join();

/**
 * The files of a workspace, the newest first. While one is prepared they are asked for every second, less often where nothing
 * changes, and not at all where nobody looks.
 */
export function useMediaList(workspace: string) {
  const [paceOf] = useState(createPace);
  const { data, ...query } = useInfiniteQuery({
    queryKey: mediaKey(workspace),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const options = { workspace, limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) };
      return (await api('GET /api/studio/media', { query: options, signal })).data;
    },
    getNextPageParam: ({ media, hasMore }) => (hasMore ? media.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const media = pages.flatMap((page) => page.media);
      if (!media.some(isUnfinished)) return false;
      return paceOf(mostOf(media), state.dataUpdatedAt) * pages.length;
    },
  });
  const first = data?.pages[0];
  return {
    ...query,
    media: data?.pages.flatMap((page) => page.media),
    usedBytes: first?.usedBytes ?? 0,
    totalBytes: first?.totalBytes ?? 0,
  };
}
