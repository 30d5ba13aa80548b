import type { SceneHotspot } from '@oriel/contract';
import { expect, it } from 'vitest';
import { inRadians } from './angles.ts';
import { spotName, spotsOf } from './spots.ts';

const VIEW = { yaw: 0, pitch: 0, fov: 75 };
const corners = [100, 120].flatMap((yaw) => [-10, 10].map((pitch) => ({ yaw, pitch })));
const HOTSPOTS: SceneHotspot[] = [
  { id: 'bath', kind: 'door', label: 'Bathroom', at: { yaw: 150, pitch: 0 }, target: 'bath' },
  { id: 'window', kind: 'picture', label: 'The window', outline: corners },
  {
    id: 'table',
    kind: 'book',
    label: 'A table',
    at: { yaw: -40, pitch: 35 },
    target: 'https://inn.example/',
  },
];
it('names hotspots by themselves, also while their room is still arriving', () => {
  const named = (yaw: number) =>
    spotsOf({ view: VIEW, hotspots: HOTSPOTS }).map((spot) => spotName(spot, inRadians({ ...VIEW, yaw })));
  expect(named(0)).toEqual([
    'The window, picture, to the right',
    'Bathroom, way to another room, behind you to the right',
    'A table (inn.example), booking, ahead to the left, high up, opens in a new tab',
  ]);
  expect(named(150)).toContain('Bathroom, way to another room, ahead');
});
