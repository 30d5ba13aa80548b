import type { SceneHotspot } from '@oriel/contract';
import { expect, it } from 'vitest';
import { DEGREE, inRadians } from './angles.ts';
import { lightOfSpot, lightSpots } from './light-spots.ts';
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

it('leads through doors in the light that was chosen, in a new tab too', () => {
  const doorIn = (light?: string) =>
    spotsOf({ view: VIEW, hotspots: HOTSPOTS }, light).map(({ href }) => href);
  expect(doorIn('night')).toContain('?scene=bath&light=night');
  expect(doorIn()).toContain('?scene=bath');
});

it('the other lights of a room lie side by side on its floor in headsets', () => {
  const lights = ['noon', 'dusk', 'night'].map((id) => ({ id, label: `At ${id}` }));
  const spots = lightSpots({ view: { ...VIEW, yaw: 90 }, lights }, 'dusk');
  expect(spots.map(({ id }) => lightOfSpot(id))).toEqual(['noon', 'night']);
  expect(spots.map(({ label }) => label)).toEqual(['At noon', 'At night']);
  expect(spots.map(({ at }) => Math.round((at?.yaw ?? 0) / DEGREE))).toEqual([82, 98]);
  expect(lightOfSpot('bath')).toBeUndefined();
});
