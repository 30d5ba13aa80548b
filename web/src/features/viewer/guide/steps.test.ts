import type { TourOutline } from '@oriel/contract';
import { expect, it } from 'vitest';
import { roomAfter, type Step, stepsOf } from './steps.ts';

const step = (scene: string): Step => ({
  scene,
  view: { yaw: 0, pitch: 0, fov: 75 },
  seconds: 5,
  text: `In the ${scene}.`,
});

function tour(rooms: Record<string, boolean>, steps?: string[]): TourOutline {
  const scenes = Object.entries(rooms).map(([id, isOpen]) => ({ id, title: id, isOpen }));
  const guide = steps && { steps: steps.map(step) };
  return { start: 'hall', scenes, plans: [], looks: [], ...(guide && { guide }) };
}

it('closed rooms, and rooms that are gone, are skipped', () => {
  const steps = stepsOf(tour({ hall: true, attic: false, yard: true }, ['hall', 'attic', 'yard', 'cellar']));
  expect(steps.map(({ scene }) => scene)).toEqual(['hall', 'yard']);
});

it('a tour without a guide has no steps', () => {
  expect(stepsOf(tour({ hall: true }))).toEqual([]);
});

it('the room to load is the next one that is another', () => {
  const steps = ['hall', 'hall', 'yard', 'hall'].map(step);
  expect([0, 1, 2, 3].map((index) => roomAfter(steps, index))).toEqual(['yard', 'yard', 'hall', undefined]);
});
