import type { Direction, SceneDetail } from '@oriel/contract';
import { wrapDegrees } from '@oriel/contract/shared/tour/pose';

export type Track = SceneDetail['captions'][number];
export type Cue = Track['cues'][number];

/** What is said or heard at that second. */
export const cueAt = (cues: readonly Cue[], second: number): Cue | undefined =>
  cues.find(({ from, to }) => from <= second && second < to);

/** The next second at which a cue appears or disappears. */
export function changeAfter(cues: readonly Cue[], second: number): number | undefined {
  const later = cues.flatMap(({ from, to }) => [from, to]).filter((change) => change > second);
  return later.length === 0 ? undefined : Math.min(...later);
}

/** The track in the first of the visitor's languages that there is, else the first. */
export function trackFor(tracks: readonly Track[], languages: readonly string[]): Track | undefined {
  const base = (language: string) => language.toLowerCase().split('-')[0];
  const same = (wanted: string) => tracks.find(({ language }) => base(language) === base(wanted));
  return languages.map(same).find((track) => track !== undefined) ?? tracks[0];
}

export type Side = 'left' | 'right';

/**
 * To which side the visitor turns to see what is said or heard; undefined where that is in view.
 *
 * @param view where the visitor looks, and the width of what is seen; degrees
 */
export function sideOf({ yaw }: Direction, view: { yaw: number; width: number }): Side | undefined {
  const turn = wrapDegrees(yaw - view.yaw);
  if (Math.abs(turn) <= view.width / 2) return undefined;
  return turn < 0 ? 'left' : 'right';
}
