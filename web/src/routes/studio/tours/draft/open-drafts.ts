import type { StudioTour } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, createApi } from '../../../../api.ts';
import { browserSession } from '../../../../session/browser-session.ts';
import { type DraftSnapshot, DraftStore } from './draft-store.ts';

/** Browsers refuse larger bodies to requests that outlive their page. */
const MOST_KEPT_ALIVE = 60_000;

/** As `api`, for a page that is being left. */
const lastApi = createApi((path, init) => {
  const keepalive = String(init?.body ?? '').length < MOST_KEPT_ALIVE;
  return browserSession().fetch(path, { ...init, keepalive });
});

/** A tour, by its id and that of its workspace. */
export interface TourPlace {
  workspace: string;
  tourId: string;
}

const stores = new Map<string, DraftStore>();
let memberId: string | undefined;

const keyOf = ({ workspace, tourId }: TourPlace) => `${workspace} ${tourId}`;

async function loadTour({ workspace, tourId }: TourPlace): Promise<StudioTour> {
  return (await api('GET /api/studio/tours/:tourId', { query: { workspace }, params: { tourId } })).data;
}

function watchPage(): void {
  addEventListener('online', () => {
    for (const store of stores.values()) store.retry();
  });
  addEventListener('beforeunload', (event) => {
    for (const store of stores.values()) {
      if (store.isSaved) continue;
      void store.flush({ isLast: true });
      event.preventDefault();
    }
  });
  // Phones end hidden pages without a word.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    for (const store of stores.values()) if (!store.isSaved) void store.flush({ isLast: true });
  });
  browserSession().subscribe(() => {
    const { user, hasSignedOut } = browserSession().state;
    if (hasSignedOut || (user !== undefined && user.id !== memberId)) stores.clear();
  });
}

/** The draft of a tour as the server has it, with what this tab has not saved yet. One store serves all pages of the tour. */
export async function openDraft(place: TourPlace): Promise<DraftStore> {
  const { workspace, tourId } = place;
  const tour = await loadTour(place);
  const open = stores.get(keyOf(place));
  if (open) {
    open.refresh(tour);
    return open;
  }
  if (memberId === undefined) watchPage();
  memberId = browserSession().state.user?.id ?? '';
  const store = new DraftStore(tour, {
    load: () => loadTour(place),
    save: async ({ patch, revision, isLast }) => {
      const options = { query: { workspace }, params: { tourId }, revision, body: patch };
      return (await (isLast ? lastApi : api)('PATCH /api/studio/tours/:tourId', options)).data;
    },
  });
  stores.set(keyOf(place), store);
  return store;
}

/** Forgets the draft of a tour that was deleted. */
export function closeDraft(place: TourPlace): void {
  stores.delete(keyOf(place));
}

/** The query of a tour's draft. */
export const draftQuery = (place: TourPlace) => ({
  queryKey: ['studio-draft', place.workspace, place.tourId] as const,
  queryFn: () => openDraft(place),
  // Somebody else may have changed it since the last look.
  staleTime: 0,
  structuralSharing: false,
});

/** Opens the draft of a tour; `data` is its store. */
export const useOpenDraft = (place: TourPlace) => useQuery(draftQuery(place));

/** What a store holds, read again after each change. */
export const useDraft = (store: DraftStore): DraftSnapshot =>
  useSyncExternalStore(store.subscribe, () => store.snapshot);
