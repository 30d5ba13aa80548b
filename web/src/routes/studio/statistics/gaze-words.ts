import { gazeDirection } from '@oriel/contract/shared/gaze';

const SIDES = [
  'ahead',
  'ahead to the right',
  'to the right',
  'behind to the right',
  'behind',
  'behind to the left',
  'to the left',
  'ahead to the left',
];

/** A direction in words, seen from the middle of the picture. */
function inWords(bin: number): string {
  const { yaw, pitch } = gazeDirection(bin);
  if (pitch > 60) return 'up';
  if (pitch < -60) return 'down';
  const side = SIDES[(Math.round(yaw / 45) + 8) % 8] ?? '';
  return pitch > 25 ? `up, ${side}` : pitch < -25 ? `down, ${side}` : side;
}

/** Where most of the time was spent, as up to three directions with their share. */
export function describeGaze(bins: readonly number[]): { direction: string; share: number }[] {
  const all = bins.reduce((sum, seconds) => sum + seconds, 0);
  if (all === 0) return [];
  const sums = new Map<string, number>();
  bins.forEach((seconds, bin) => {
    if (seconds > 0) sums.set(inWords(bin), (sums.get(inWords(bin)) ?? 0) + seconds);
  });
  return [...sums]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([direction, seconds]) => ({ direction, share: seconds / all }));
}
