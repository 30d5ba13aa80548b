import type { TourDraft } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../api.ts';
import { useCatalogueLists } from '../parts/catalogue-section.tsx';
import { useTourWork } from '../tour-work.ts';
import { type ChangeInWords, changesBetween, type ListNames } from './changes.ts';

/** The publications of the tour, the newest first. Each publication asks again. */
export function useVersions() {
  const { workspace, tourId, snapshot } = useTourWork();
  return useQuery({
    queryKey: ['studio-versions', workspace, tourId, snapshot.tour.publishedAt],
    queryFn: async () =>
      (await api('GET /api/studio/tours/:tourId/versions', { query: { workspace }, params: { tourId } })).data
        .versions,
    enabled: snapshot.tour.publishedAt !== null,
  });
}

/** A draft as it was published. @param version undefined where none is wanted yet */
export function useVersion(version: number | undefined) {
  const { workspace, tourId } = useTourWork();
  return useQuery({
    queryKey: ['studio-version', workspace, tourId, version],
    queryFn: async () => {
      const params = { tourId, version: version ?? 0 };
      const path = 'GET /api/studio/tours/:tourId/versions/:version';
      return (await api(path, { query: { workspace }, params })).data;
    },
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What the catalogue calls the lists of a draft. */
export function useListNames(draft: TourDraft): ListNames {
  const { categories, subcategories, tags } = useCatalogueLists(draft.category);
  return {
    category: (id) => categories?.find(({ categoryid }) => categoryid === id)?.categoryname,
    subcategory: (id) => subcategories?.find(({ subcategoryid }) => subcategoryid === id)?.name,
    tag: (id) => tags?.find((tag) => tag.id === id)?.name,
  };
}

/** What visitors will see differently once the draft is published; undefined while that is not known. */
export function useChanges(): ChangeInWords[] | undefined {
  const { draft } = useTourWork().snapshot;
  const { data: versions } = useVersions();
  const { data: last } = useVersion(versions?.[0]?.version);
  const names = useListNames(draft);
  return last && changesBetween(last.draft, draft, names);
}
