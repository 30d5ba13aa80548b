import { expect, it } from 'vitest';
import { roomAfter, type Step } from './steps.ts';

const step = (scene: string): Step => ({
  scene,
  view: { yaw: 0, pitch: 0, fov: 75 },
  seconds: 5,
  text: `In the ${scene}.`,
});

it('the room to load is the next one that is another', () => {
  const steps = ['hall', 'hall', 'yard', 'hall'].map(step);
  expect([0, 1, 2, 3].map((index) => roomAfter(steps, index))).toEqual(['yard', 'yard', 'hall', undefined]);
});
