import type { SavedExperiences } from '@oriel/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, errorMessage } from '../../api.ts';
import { useSession } from '../../session/session.tsx';
import { changeGuestPlaces, guestPlaces, useGuestPlaces } from './guest-places.ts';
import { MAX_SAVED, NO_PLACES, type Places, withoutSaved, withRecent, withSaved } from './places.ts';

const NOTHING: SavedExperiences = { saved: [], recent: [] };
const FRESH_MS = 60_000;
const SAVING = ['save'];

const savedQuery = (memberId: string | undefined) =>
  queryOptions({
    queryKey: ['saved', memberId],
    queryFn: async ({ signal }) => (await api('GET /api/saved', { signal })).data,
    staleTime: FRESH_MS,
    enabled: memberId !== undefined,
  });

/** What the visitor has saved and recently viewed: a member in the account, a guest in this browser. */
export function useSavedPlaces() {
  const { user, isLoading } = useSession();
  const guest = useGuestPlaces();
  const { data, error, refetch } = useQuery(savedQuery(user?.id));
  const isPending = isLoading || (user !== undefined && data === undefined);
  const lists = user ? (data ?? NOTHING) : guest;
  return { saved: lists.saved, recent: lists.recent, isPending, error: user ? error : null, refetch };
}

/** Whether an experience is saved, and what saves it or takes it off the list. */
export function useSaved(id: number) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { queryKey } = savedQuery(user?.id);
  const { saved } = useSavedPlaces();
  const isSaved = saved.some((one) => one.id === id);
  const changed = <P extends Pick<Places, 'saved'>>(before: P, willBeSaved: boolean): P =>
    willBeSaved ? (withSaved(before, id) ?? before) : withoutSaved(before, id);
  const show = (willBeSaved: boolean) =>
    // Until the list is there, what else is saved is not known.
    queryClient.setQueryData(queryKey, (before) => before && changed(before, willBeSaved));
  const { mutate, error } = useMutation({
    mutationKey: SAVING,
    mutationFn: async (willBeSaved: boolean) => {
      const params = { params: { id: String(id) } };
      if (willBeSaved) await api('POST /api/vr360/:id/save', params);
      else await api('DELETE /api/vr360/:id/save', params);
    },
    onMutate: async (willBeSaved) => {
      await queryClient.cancelQueries({ queryKey });
      show(willBeSaved);
    },
    onError: (_error, willBeSaved) => show(!willBeSaved),
    onSettled: () => {
      // Another change on its way would be undone for a moment.
      if (queryClient.isMutating({ mutationKey: SAVING }) === 1)
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  const isFull = !isSaved && saved.length >= MAX_SAVED;
  const toggle = () => {
    if (user) mutate(!isSaved);
    else changeGuestPlaces((before) => changed(before, !isSaved));
  };
  return {
    isSaved,
    isFull,
    toggle,
    failure: error ? errorMessage(error, 'This place could not be saved. Please try again.') : undefined,
  };
}

/** Remembers that a guest looks at a tour; a member's views are remembered by the server. */
export function useRecordRecent(id: number, isShown: boolean): void {
  const { user, isLoading } = useSession();
  const isGuest = !isLoading && user === undefined;
  useEffect(() => {
    if (isShown && isGuest) changeGuestPlaces((before) => withRecent(before, id));
  }, [id, isShown, isGuest]);
}

/** Forgets what was recently viewed. */
export function useForgetRecent() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => (await api('DELETE /api/saved/recent', {})).data,
    onSuccess: (lists) => queryClient.setQueryData(savedQuery(user?.id).queryKey, lists),
  });
  const forget = () => {
    if (user) mutate();
    else changeGuestPlaces((before) => ({ ...before, recent: [] }));
  };
  return {
    forget,
    isPending,
    failure: error ? 'The list could not be cleared. Please try again.' : undefined,
  };
}

/** Takes what a guest has saved in this browser into the account, once they have signed in. */
export function useMergeSaved(): void {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const memberId = user?.id;
  useEffect(() => {
    const { saved, recent } = guestPlaces();
    if (memberId === undefined || saved.length + recent.length === 0) return;
    api('POST /api/saved', { body: { saved: [...saved], recent: [...recent] } }).then(
      async ({ data }) => {
        const isFull = data.saved.length >= MAX_SAVED;
        const isMerged = new Set(data.saved.map(({ id }) => id));
        changeGuestPlaces((before) => ({
          ...NO_PLACES,
          saved: isFull ? before.saved.filter(({ id }) => !isMerged.has(id)) : [],
        }));
        const { queryKey } = savedQuery(memberId);
        // A pending response may not have them yet.
        await queryClient.cancelQueries({ queryKey });
        queryClient.setQueryData(queryKey, data);
      },
      // The list stays in this browser until it is taken over the next time.
      (error: unknown) => console.warn('The saved places were not taken over yet.', error),
    );
  }, [memberId, queryClient]);
}
