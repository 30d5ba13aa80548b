import { expect, test } from 'vitest';
import { middleOf } from '../hotspots/directions.ts';
import { DEGREE, type Vector3 } from '../math/view.ts';
import type { Hotspot } from '../types.ts';
import { aimedAt, DWELL_MS, Dwell } from './aim.ts';
import { wrapped } from './panel.ts';

const HOTSPOTS: Hotspot[] = [
  { id: 'door', kind: 'door', label: 'Door', at: { yaw: 0, pitch: 0 } },
  { id: 'info', kind: 'info', label: 'Info', at: { yaw: 5 * DEGREE, pitch: 0 } },
];
const MIDDLES = HOTSPOTS.map(middleOf);
const ahead = (yaw: number): Vector3 => [Math.sin(yaw * DEGREE), 0, -Math.cos(yaw * DEGREE)];

test.each([
  [0, 0],
  [-3, 0],
  [2, 0],
  [3, 1],
  [8, 1],
  [9, -1],
  [180, -1],
])('a ray at %d degrees meets hotspot %d', (yaw, index) => {
  expect(aimedAt(HOTSPOTS, MIDDLES, ahead(yaw))).toBe(index);
});

test('presses once what is looked at for long enough', () => {
  const dwell = new Dwell();
  expect(dwell.look(0, 1000)).toBe(0);
  expect(dwell.look(0, 1000 + DWELL_MS / 2)).toBe(0.5);
  expect(dwell.look(0, 1000 + DWELL_MS)).toBe(1);
  expect(dwell.look(0, 9000)).toBe(0);
  expect(dwell.look(-1, 9100)).toBe(0);
  expect(dwell.look(0, 9200)).toBe(0);
  expect(dwell.look(0, 9200 + DWELL_MS)).toBe(1);
});

test('begins again when the view leaves', () => {
  const dwell = new Dwell();
  dwell.look(0, 0);
  dwell.look(1, DWELL_MS - 1);
  expect(dwell.look(0, DWELL_MS)).toBe(0);
});

test('wraps a text by its words and says when it is cut', () => {
  const widthOf = (text: string) => text.length;
  expect(wrapped('a hall with a very high ceiling', 12, widthOf)).toEqual([
    'a hall with',
    'a very high',
    'ceiling',
  ]);
  const long = wrapped('word '.repeat(100), 5, widthOf);
  expect(long).toHaveLength(14);
  expect(long.at(-1)).toBe('word …');
});
