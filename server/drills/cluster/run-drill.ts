import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from './daemon.ts';
import type { ClusterLoad } from './load.ts';
import type { Drill, Scene } from './scene.ts';

const HEAL_TIMEOUT_MS = 180_000;
/** After the first write that is acknowledged again, others may still fail. */
const CALM_MS = 4_000;
/** The outcome of a drill. */
export interface DrillResult {
  line: string;
  isPassed: boolean;
}

/** Resolves when writes are acknowledged again, and none has failed or waited for a while. */
async function untilWritesAreBack({ recorder }: ClusterLoad, since: number): Promise<void> {
  await sleep(CALM_MS);
  await waitFor('the return of writes', HEAL_TIMEOUT_MS, async () => {
    const isCalm = recorder.isCalm(performance.now() - CALM_MS);
    return isCalm && Number.isFinite(recorder.outage(since)) ? true : undefined;
  });
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);

/** Who waits for longer has given up. */
const HUNG_MS = 15_000;

/** Does a drill once while the load goes on, and waits until all three nodes of PostgreSQL are back. */
export async function runDrill(
  name: string,
  drill: Drill,
  scene: Omit<Scene, 'leader'>,
): Promise<DrillResult> {
  const { site, load, writers } = scene;
  const { answers, recorder } = load;
  const leader = await site.cluster.untilWhole(HEAL_TIMEOUT_MS);
  const before = { ...answers.counts, acknowledged: recorder.acknowledged };
  const began = performance.now();
  answers.step = name;
  answers.slowestMs = 0;
  const { restore, since = began, problems = [] } = await drill.harm({ ...scene, leader });
  await untilWritesAreBack(load, since);
  await restore?.();
  await site.cluster.untilWhole(HEAL_TIMEOUT_MS);
  const whole = performance.now() - began;
  const outage = recorder.outage(since);
  const { nodes, late, gapMs } = writers.turns(began);
  const count = (each: keyof typeof answers.counts) => answers.counts[each] - before[each];
  if (outage > drill.limitSeconds * 1000) problems.push('writes were away for too long');
  if (count('wrong') > 0) problems.push('there were errors');
  if (late.length > 0) problems.push(`${late.join(', ')} wrote after another node`);
  if (count('none') > 0) problems.push('requests got no answer');
  if (answers.slowestMs > HUNG_MS) problems.push('a request hung');
  const isPassed = problems.length === 0;
  return {
    isPassed,
    line:
      `${isPassed ? 'passed' : 'FAILED'} ${name}: ${drill.title}: writes back after ${seconds(outage)} s ` +
      `(limit ${drill.limitSeconds}), all nodes after ${seconds(whole)} s; ` +
      `${recorder.acknowledged - before.acknowledged} writes acknowledged, ${count('requests')} requests: ` +
      `${count('refused')} got 503, ${count('gateway')} 502 or 504, ${count('none')} no answer, ` +
      `${count('wrong')} an error, the slowest took ${seconds(answers.slowestMs)} s; ` +
      `primary ${nodes.join(', then ')}, without writes of its own for ${seconds(gapMs)} s` +
      `${isPassed ? '' : `. ${problems.join('; ')}`}`,
  };
}
