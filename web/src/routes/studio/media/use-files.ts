import type { StudioMedia } from '@oriel/contract';
import { useEffect } from 'react';
import { useMediaList } from '../files/media-list.ts';

/** Files of the workspace by what documents call them; older ones are loaded until all that are wanted are there. */
export function useFiles(workspace: string, assets: readonly string[]): ReadonlyMap<string, StudioMedia> {
  const { media = [], hasNextPage, isFetchingNextPage, fetchNextPage } = useMediaList(workspace);
  const files = new Map(media.flatMap((one) => (one.asset === null ? [] : [[one.asset, one] as const])));
  const isMissing = assets.some((asset) => !files.has(asset));
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return files;
}
