import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from './daemon.ts';
import type { ClusterLoad } from './load.ts';
import type { ClusterSite } from './site.ts';

const HEAL_TIMEOUT_MS = 120_000;
/** After the first write that is acknowledged again, others may still fail. */
const CALM_MS = 4_000;

/** What breaks under load. */
export interface Drill {
  /** What happens, for people. */
  title: string;
  /** For how long writes may be refused, in seconds. */
  limitSeconds: number;
  /** Breaks something. @returns what puts it right again, where nobody would otherwise */
  harm(site: ClusterSite): Promise<(() => Promise<void>) | undefined>;
}

/** By the name that `--drills` takes, in the order of a whole run. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  'killed-postmaster': {
    title: "the primary's postmaster is killed",
    limitSeconds: 10,
    async harm({ cluster }) {
      cluster.killPostmaster(await cluster.untilWhole(HEAL_TIMEOUT_MS));
      return undefined;
    },
  },
};

/** Resolves when writes are acknowledged again, and none has failed for a while. */
async function untilWritesAreBack({ recorder }: ClusterLoad, since: number): Promise<void> {
  await sleep(CALM_MS);
  await waitFor('the return of writes', HEAL_TIMEOUT_MS, async () => {
    const recent = performance.now() - CALM_MS;
    const isCalm = recorder.times.every(({ began, isAcknowledged }) => isAcknowledged || began < recent);
    return isCalm && Number.isFinite(recorder.outage(since)) ? true : undefined;
  });
}

/** The outcome of a drill. */
export interface DrillResult {
  line: string;
  isPassed: boolean;
}

/** Does a drill once while the load goes on, and waits until all three nodes of PostgreSQL are back. */
export async function runDrill(
  name: string,
  drill: Drill,
  site: ClusterSite,
  load: ClusterLoad,
): Promise<DrillResult> {
  const { counts } = load.answers;
  const before = { ...counts, acknowledged: load.recorder.acknowledged };
  const began = performance.now();
  load.answers.step = name;
  const restore = await drill.harm(site);
  await untilWritesAreBack(load, began);
  await restore?.();
  await site.cluster.untilWhole(HEAL_TIMEOUT_MS);
  const wholeSeconds = (performance.now() - began) / 1000;
  const outage = load.recorder.outage(began) / 1000;
  const isPassed = outage <= drill.limitSeconds && counts.wrong === before.wrong;
  const since = (name: keyof typeof counts) => counts[name] - before[name];
  return {
    isPassed,
    line:
      `${isPassed ? 'passed' : 'FAILED'} ${name}: ${drill.title}: writes back after ${outage.toFixed(1)} s ` +
      `(limit ${drill.limitSeconds}), all nodes after ${wholeSeconds.toFixed(1)} s; ` +
      `${load.recorder.acknowledged - before.acknowledged} writes acknowledged, ${since('requests')} requests: ` +
      `${since('refused')} got 503, ${since('gateway')} 502 or 504, ${since('none')} no answer, ${since('wrong')} 500`,
  };
}
