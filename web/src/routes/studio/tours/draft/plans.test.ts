import { parseTour, type TourDraft } from '@oriel/contract';
import { expect, it } from 'vitest';
import { addScene, removeScene } from './document.ts';
import { aFile, aStudioTour } from './draft.fixture.ts';
import { addPlan, removePlan, setPin, setScale, updatePlan } from './plans.ts';

const rooms = ['hall', 'kitchen'].reduce<TourDraft>(
  (draft, asset) => addScene(draft, aFile(asset)),
  aStudioTour().draft,
);
const plan = aFile('ground-floor', { kind: 'image', width: 1200, height: 800 });
const planned = setPin(addPlan(rooms, plan), 'hall', { plan: 'ground-floor', x: 600, y: 200 });
const places = ({ document }: TourDraft) => document?.scenes.map(({ place }) => place);

it('makes plans of pictures, which a tour may have', () => {
  expect(planned.document?.plans).toMatchObject([{ id: 'ground-floor', title: 'Ground floor', width: 1200 }]);
  expect(parseTour(planned.document)).toEqual({ ok: true, tour: planned.document });
  expect(addPlan(aStudioTour().draft, plan).document).toBeNull();
});

it('changes a plan, also back to a scale that is not known', () => {
  const scaled = setScale(updatePlan(planned, 'ground-floor', { north: 90 }), 'ground-floor', 0.02);
  expect(scaled.document?.plans[0]).toMatchObject({ north: 90, metresPerPixel: 0.02 });
  expect(setScale(scaled, 'ground-floor', undefined).document?.plans[0]).not.toHaveProperty('metresPerPixel');
});

it('removes pins with their plan, and a document with its last part', () => {
  expect(places(planned)).toEqual([{ plan: 'ground-floor', x: 600, y: 200 }, undefined]);
  const unplanned = removePlan(planned, 'ground-floor');
  expect(unplanned).toEqual(rooms);
  const bare = ['hall', 'kitchen'].reduce(removeScene, planned);
  expect(bare.document?.scenes).toEqual([]);
  expect(removePlan(bare, 'ground-floor').document).toBeNull();
});
