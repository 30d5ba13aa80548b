import { type AttentionReport, GAZE_BINS, MAX_REPORT_MS, type Tour } from '@oriel/contract';

/** The most presses of one hotspot that a report counts: no hand is faster. */
const MAX_PRESSES = 60;

/** What visitors did in one scene of a tour. */
export interface SceneAttention {
  scene: string;
  milliseconds: number;
  /** Milliseconds by field; none of a scene where only hotspots were pressed. */
  gaze: number[];
  presses: Map<string, number>;
}

/** The milliseconds that a report claims, as far as any report may: what its source's rate limit is about. */
export const claimedMs = ({ scenes }: AttentionReport): number =>
  Math.min(
    MAX_REPORT_MS,
    scenes.reduce((sum, { ms }) => sum + ms, 0),
  );

/**
 * What a report adds to a tour's sums: of its scenes and hotspots alone, in all not more time than could have passed since the last
 * report, and in no scene more looks than time.
 */
export function readAttention(tour: Tour, { scenes }: AttentionReport): SceneAttention[] {
  const known = new Map(tour.scenes.map((scene) => [scene.id, scene]));
  const sums = new Map<string, SceneAttention>();
  let left = MAX_REPORT_MS;
  for (const report of scenes) {
    const id = report.scene ?? tour.start;
    const scene = known.get(id);
    if (scene === undefined) continue;
    const sum = sums.get(id) ?? { scene: id, milliseconds: 0, gaze: [], presses: new Map() };
    sums.set(id, sum);
    const ms = Math.min(left, report.ms);
    left -= ms;
    sum.milliseconds += ms;
    addGaze(sum, report.gaze, ms);
    for (const { id: spot } of scene.hotspots) {
      const presses =
        (sum.presses.get(spot) ?? 0) +
        (Object.hasOwn(report.presses, spot) ? (report.presses[spot] ?? 0) : 0);
      if (presses > 0) sum.presses.set(spot, Math.min(MAX_PRESSES, presses));
    }
  }
  return [...sums.values()].filter(({ milliseconds, presses }) => milliseconds > 0 || presses.size > 0);
}

function addGaze(sum: SceneAttention, gaze: readonly (readonly [number, number])[], ms: number): void {
  let left = ms;
  if (left > 0 && sum.gaze.length === 0) sum.gaze = new Array<number>(GAZE_BINS).fill(0);
  for (const [bin, claimed] of gaze) {
    const taken = Math.min(left, claimed);
    if (taken <= 0) continue;
    left -= taken;
    sum.gaze[bin] = (sum.gaze[bin] ?? 0) + taken;
  }
}
