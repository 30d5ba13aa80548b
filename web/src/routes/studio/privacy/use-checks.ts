import type { PrivacyBasis, PrivacyCheck, PrivacyRegion } from '@oriel/contract';
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { mediaKey } from '../files/media-list.ts';
import { inParallel } from '../in-parallel.ts';
import type { TourPlace } from '../tours/draft/open-drafts.ts';
import { isBusy } from './check-words.ts';
import type { Decision } from './regions.ts';
import type { Sphere } from './spheres.ts';

/** A check that is worked on is asked for this often, less often where there are many. */
const LOOK_AFTER_MS = 2_000;
const LOOK_AFTER_EACH_MS = 500;
/** More requests at once than this would keep others of the member waiting. */
const AT_ONCE = 4;

const keyOf = (workspace: string, asset: string) => ['privacy-check', workspace, asset] as const;

/** The check of a picture as it is now, with URLs that open for some minutes. */
export async function fetchCheck(workspace: string, asset: string): Promise<PrivacyCheck> {
  return (await api('GET /api/studio/privacy-checks/:asset', { query: { workspace }, params: { asset } }))
    .data;
}

/** What is stated about a picture. */
export interface Statement {
  basis: PrivacyBasis;
  regions: PrivacyRegion[];
}

/** A picture with what is known of its check. */
export interface CheckedSphere extends Sphere {
  check: PrivacyCheck | undefined;
  isLost: boolean;
}

/** The checks of a tour's pictures, and what can be done about them. */
export function useChecks(place: TourPlace, spheres: readonly Sphere[]) {
  const { workspace } = place;
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const busy = spheres.filter(({ asset }) => {
    const known = queries.getQueryData<PrivacyCheck>(keyOf(workspace, asset));
    return known !== undefined && isBusy(known);
  }).length;
  const results = useQueries({
    queries: spheres.map(({ asset }) => ({
      queryKey: keyOf(workspace, asset),
      queryFn: () => fetchCheck(workspace, asset),
      staleTime: 0,
      refetchInterval: ({ state }: { state: { data: PrivacyCheck | undefined } }) =>
        state.data !== undefined && isBusy(state.data) && Math.max(LOOK_AFTER_MS, busy * LOOK_AFTER_EACH_MS),
    })),
  });
  useFollowing(
    queries,
    place,
    spheres.map(({ asset }) => asset),
    results.map(({ data }) => data),
  );
  const keep = (asset: string, check: PrivacyCheck) => queries.setQueryData(keyOf(workspace, asset), check);
  const perform = async (assets: readonly string[], work: (asset: string) => Promise<PrivacyCheck>) => {
    setSending(true);
    setFailure(undefined);
    let failed: unknown;
    await inParallel(assets, AT_ONCE, async (asset) => {
      try {
        keep(asset, await work(asset));
      } catch (error) {
        failed ??= error;
      }
    });
    if (failed !== undefined) {
      setFailure(errorMessage(failed, 'This could not be done. Please try again.'));
      await queries.invalidateQueries({ queryKey: ['privacy-check', workspace] });
    }
    // What is missing before publication is another thing now.
    await queries.invalidateQueries({ queryKey: ['studio-draft', workspace, place.tourId] });
    setSending(false);
    return failed === undefined;
  };
  return {
    checked: spheres.map(
      (sphere, index): CheckedSphere => ({
        ...sphere,
        check: results[index]?.data,
        isLost: results[index]?.isError === true && results[index]?.data === undefined,
      }),
    ),
    failure,
    isSending,
    retry: (asset: string) => queries.refetchQueries({ queryKey: keyOf(workspace, asset) }),
    search: (assets: readonly string[]) =>
      perform(assets, async (asset) => {
        const path = 'POST /api/studio/privacy-checks/:asset/search';
        return (await api(path, { query: { workspace }, params: { asset } })).data;
      }),
    sign: (statements: ReadonlyMap<string, Statement>) =>
      perform([...statements.keys()], async (asset) => {
        const path = 'POST /api/studio/privacy-checks/:asset/statement';
        const body = statements.get(asset) ?? { basis: 'looked' as const };
        return (await api(path, { query: { workspace }, params: { asset }, body })).data;
      }),
  };
}

/** Goes on with the picture that a blur has put in the place of another. */
function useFollowing(
  queries: QueryClient,
  { workspace, tourId }: TourPlace,
  asked: readonly string[],
  checks: readonly (PrivacyCheck | undefined)[],
): void {
  const states = checks.map((check) => check && `${check.asset} ${check.state}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the state of a check is another one
  useEffect(() => {
    const made = checks.filter((check, index) => check !== undefined && check.asset !== asked[index]);
    for (const check of made) {
      if (check === undefined) continue;
      queries.setQueryData(keyOf(workspace, check.asset), check);
      void queries.invalidateQueries({ queryKey: mediaKey(workspace) });
    }
    if (made.length > 0 || checks.some((check) => check?.state === 'signed'))
      void queries.invalidateQueries({ queryKey: ['studio-draft', workspace, tourId] });
  }, [states]);
}

/** What is decided about a picture and not signed yet; it is kept while the tab is open. */
export function useDecisions(workspace: string, asset: string) {
  const queries = useQueryClient();
  const [, setCount] = useState(0);
  const key = ['privacy-decisions', workspace, asset] as const;
  return {
    kept: queries.getQueryData<KeptDecisions>(key),
    keep: (kept: KeptDecisions | undefined) => {
      queries.setQueryDefaults(['privacy-decisions'], { gcTime: Number.POSITIVE_INFINITY });
      if (kept) queries.setQueryData(key, kept);
      else queries.removeQueries({ queryKey: key });
      setCount((before) => before + 1);
    },
  };
}

export interface KeptDecisions {
  /** What the server said when they were made. */
  base: string;
  decisions: readonly Decision[];
}
