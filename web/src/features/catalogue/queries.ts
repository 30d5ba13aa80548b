import type { Experience, ExperienceDetail, MediaType, PriceFilter, SortOrder } from '@oriel/contract';
import {
  type InfiniteData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Api, api, errorMessage } from '../../api.ts';
import { useSession } from '../../session/session.tsx';
import { clearMark, hasMark, setMark } from './session-marks.ts';

export const PAGE_SIZE = 12;

export interface ExperienceFilter {
  categoryId?: number;
  subcategoryId?: number;
  tag?: string;
  q?: string;
  price?: PriceFilter;
  mediaType?: MediaType;
  country?: string;
  sort?: SortOrder;
}

/** One page of the list, loaded by the server or the browser. */
export interface ExperiencePage {
  items: Experience[];
  total: number;
  nextCursor: string | undefined;
  /** The member for whom it was loaded; undefined where it is as guests see it. */
  ownerId?: string | undefined;
}

/** @throws {ApiError} where the server refuses */
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

/** How long a member's list is fresh. */
const MEMBER_FRESH_MS = 5 * 60 * 1000;

/** How long the lists of visited pages are cached. */
const CACHE_MS = 60 * 60 * 1000;

/**
 * The list as far as it is loaded. It begins with the page from the HTML, which is a guest's: the member's own
 * replaces it when loaded.
 *
 * @param visit the key of the page's history entry: going back finds the list as it was left, a new visit
 *   begins at the first page
 */
export function useExperiences(
  visit: string,
  filter: ExperienceFilter,
  firstPage: ExperiencePage | undefined,
) {
  const { user, isAuthenticated } = useSession();
  return useInfiniteQuery({
    queryKey: ['experiences', visit, filter],
    queryFn: async ({ pageParam, signal }) => ({
      ...(await fetchExperiencePage(api, filter, pageParam, signal)),
      ownerId: user?.id,
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: ExperiencePage) => last.nextCursor,
    ...(firstPage && {
      initialData: { pages: [firstPage], pageParams: [undefined] },
      initialDataUpdatedAt: 0,
    }),
    staleTime: isAuthenticated ? MEMBER_FRESH_MS : Number.POSITIVE_INFINITY,
    gcTime: CACHE_MS,
    // Members open tours on other devices, too.
    refetchOnWindowFocus: isAuthenticated,
  });
}

/**
 * Counts one view when a card opens its tour, once per page visit. Not awaited: a lost count must not delay
 * the tour. The mark tells the tour's page that the view is counted; a new tab has no such mark
 * and counts it itself. Locked tours are not counted.
 */
export function recordViewFromCard({ id, isPermission }: Pick<Experience, 'id' | 'isPermission'>): void {
  if (!isPermission || hasMark('viewed', id)) return;
  setMark('viewed', id);
  sendView(id).catch((error: unknown) => {
    console.warn('The view was not counted yet.', error);
    clearMark('viewed', id);
  });
}

/** How long a member's tour stays cached while not shown: just long enough to get from its card to its page. */
const MEMBER_TOUR_CACHE_MS = 30_000;

/** The query of a tour as a member sees it. Its media URLs are signed for one visit, so it is not cached for the next. */
export function memberTourQuery({ id, slug }: Pick<Experience, 'id' | 'slug'>, memberId: string | undefined) {
  return queryOptions({
    queryKey: ['experience', id, memberId],
    queryFn: async ({ signal }) => (await api('GET /api/vr360/:id', { params: { id: slug }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: MEMBER_TOUR_CACHE_MS,
  });
}

/**
 * A tour as the member sees it: with their access and likes.
 *
 * @param loaded the guest's, from the HTML. A tour that is open to everyone stays the same object, since a changed scene
 *   is reloaded.
 * @returns `isPending` until the member's access is known
 */
export function useMemberExperience(loaded: ExperienceDetail) {
  const { user } = useSession();
  const { data: own, isLoading } = useQuery({
    ...memberTourQuery(loaded, user?.id),
    enabled: user !== undefined,
    // A tour that is shown stays as it is; a locked one may have been unlocked elsewhere.
    refetchOnWindowFocus: ({ state }) => (state.data?.isPermission === false ? 'always' : false),
  });
  const experience = own && own.isPermission !== loaded.isPermission ? own : loaded;
  return { experience, isLiked: (own ?? loaded).isLiked, isPending: isLoading };
}

async function sendView(id: number): Promise<number> {
  const { data } = await api('POST /api/vr360/:id/view', {
    params: { id: String(id) },
    body: { createdDate: new Date().toISOString() },
  });
  return data.viewCount;
}

export function withChanged(
  list: InfiniteData<ExperiencePage>,
  id: number,
  changes: Partial<Experience>,
): InfiniteData<ExperiencePage> {
  const update = (item: Experience) => (item.id === id ? { ...item, ...changes } : item);
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(update) })) };
}

/** Likes an experience, once per session; the count is the server's. */
export function useLike(experience: Pick<Experience, 'id' | 'likeCount' | 'isLiked'>) {
  const [likedBefore, setLikedBefore] = useState(false);
  useEffect(() => {
    if (hasMark('liked', experience.id)) setLikedBefore(true);
  }, [experience.id]);

  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: async () => {
      const { data } = await api('POST /api/vr360/:id/like', {
        params: { id: String(experience.id) },
        body: { createdDate: new Date().toISOString() },
      });
      return data.likeCount;
    },
    onSuccess: (likeCount) => {
      setMark('liked', experience.id);
      queryClient.setQueriesData<InfiniteData<ExperiencePage>>(
        { queryKey: ['experiences'] },
        // For lists that the visitor returns to.
        (list) => list && withChanged(list, experience.id, { likeCount, isLiked: true }),
      );
    },
    onError: (error) => console.warn(errorMessage(error, 'Failed to record like')),
  });

  const liked = experience.isLiked || likedBefore || mutation.isSuccess;
  return {
    liked,
    likeCount: mutation.data ?? experience.likeCount,
    pending: mutation.isPending,
    failure: mutation.isError ? 'Your like was not counted. Please try again.' : undefined,
    like: () => {
      if (!liked && !mutation.isPending) mutation.mutate();
    },
  };
}

/** Counts the view of an unlocked tour's page once, unless its card has. @returns the latest known number of views */
export function useViewCount({ id, viewCount, isPermission }: Experience): number {
  const { mutate, data } = useMutation({
    mutationFn: () => sendView(id),
    retry: 2,
    retryDelay: 5_000,
    onError: (error) => console.warn('The view was not counted.', error),
  });
  const isCounted = useRef(false);
  useEffect(() => {
    if (!isPermission || isCounted.current) return;
    isCounted.current = true;
    if (hasMark('viewed', id)) clearMark('viewed', id);
    else mutate();
  }, [id, isPermission, mutate]);
  return data ?? viewCount;
}
