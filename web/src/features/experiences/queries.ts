import type { Experience, SortOrder } from '@oriel/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Api, api } from '../../api.ts';
import { clearMark, hasMark, setMark } from './session-marks.ts';

export const PAGE_SIZE = 12;

/** What narrows the library. Every field is part of the page's address. */
export interface ExperienceFilter {
  category?: string;
  tag?: string;
  q?: string;
  sort?: SortOrder;
}

/** One page of the list, as the loader of a page or the browser fetched it. */
export interface ExperiencePage {
  items: Experience[];
  total: number;
  nextCursor: string | undefined;
}

/**
 * One page of experiences.
 *
 * @throws {ApiError} where the server refuses
 */
export async function fetchExperiencePage(
  client: Api,
  filter: ExperienceFilter,
  cursor?: string,
  signal?: AbortSignal,
): Promise<ExperiencePage> {
  const { data, total, nextCursor } = await client('GET /api/vr360', {
    query: { ...filter, limit: PAGE_SIZE, cursor },
    ...(signal && { signal }),
  });
  return { items: data, total: total ?? data.length, nextCursor };
}

/** The whole list as far as it was loaded; it begins with the page that came in the HTML and outlives a visit to a tour. */
export function useExperiences(filter: ExperienceFilter, firstPage: ExperiencePage | undefined) {
  return useInfiniteQuery({
    queryKey: ['experiences', filter],
    queryFn: ({ pageParam, signal }) => fetchExperiencePage(api, filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    ...(firstPage && { initialData: { pages: [firstPage], pageParams: [undefined] } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/**
 * Counts one view, once per page visit. It is not waited for: a lost count must not keep anyone from the tour. The
 * mark tells the tour's page that the card has counted already.
 */
export function recordViewFromCard(id: number): void {
  if (hasMark('viewed', id)) return;
  setMark('viewed', id);
  sendView(id).catch((error: unknown) => {
    console.warn('The view was not counted yet.', error);
    clearMark('viewed', id);
  });
}

/** Counts one view and answers the new count. */
async function sendView(id: number): Promise<number> {
  const { data } = await api('POST /api/vr360/:id/view', {
    params: { id: String(id) },
    body: { createdDate: new Date().toISOString() },
  });
  return data.viewCount;
}

/** The like of one experience: one way, once per session; the count is the server's after it was given. */
export function useLike(experience: Pick<Experience, 'id' | 'likeCount' | 'isLiked'>) {
  const [likedBefore, setLikedBefore] = useState(experience.isLiked);
  useEffect(() => {
    if (hasMark('liked', experience.id)) setLikedBefore(true);
  }, [experience.id]);

  const mutation = useMutation({
    mutationFn: async () => {
      const { data } = await api('POST /api/vr360/:id/like', {
        params: { id: String(experience.id) },
        body: { createdDate: new Date().toISOString() },
      });
      return data.likeCount;
    },
    onSuccess: () => setMark('liked', experience.id),
    onError: (error) => console.warn(error.message || 'Failed to record like'),
  });

  const liked = likedBefore || mutation.isSuccess;
  return {
    liked,
    likeCount: mutation.data ?? experience.likeCount,
    pending: mutation.isPending,
    like: () => {
      if (!liked && !mutation.isPending) mutation.mutate();
    },
  };
}

/**
 * Counts the visit to a tour's page once, unless its card has done so already, and keeps the count.
 *
 * @returns the number of views as far as it is known
 */
export function useViewCount({ id, viewCount }: Pick<Experience, 'id' | 'viewCount'>): number {
  const { mutate, data } = useMutation({
    mutationFn: () => sendView(id),
    retry: 2,
    retryDelay: 5_000,
    onError: (error) => console.warn('The view was not counted.', error),
  });
  useEffect(() => {
    if (hasMark('viewed', id)) clearMark('viewed', id);
    else mutate();
  }, [id, mutate]);
  return data ?? viewCount;
}
