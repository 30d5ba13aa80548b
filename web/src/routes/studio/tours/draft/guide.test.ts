import { parseTour } from '@oriel/contract';
import { expect, it } from 'vitest';
import { addScene, removeScene, updateScene } from './document.ts';
import { aFile, aStudioTour } from './draft.fixture.ts';
import { addStep, guideSteps, moveStep, removeStep, updateStep } from './guide.ts';
import { addLight, changeLight, moveLight, removeLight } from './lights.ts';

const VIEW = { yaw: 10, pitch: 0, fov: 75 };
const two = ['hall', 'kitchen'].reduce((draft, asset) => addScene(draft, aFile(asset)), aStudioTour().draft);
const scenesOf = (draft = two) => guideSteps(draft).map(({ scene }) => scene);

it('the steps of a guided tour are added, changed, moved and removed', () => {
  const guided = ['hall', 'kitchen', 'hall'].reduce((draft, scene) => addStep(draft, scene, VIEW), two);
  expect(scenesOf(guided)).toEqual(['hall', 'kitchen', 'hall']);
  const told = updateStep(guided, 1, { text: 'Here one eats.', seconds: 20 });
  expect(guideSteps(told)[1]).toMatchObject({ text: 'Here one eats.', seconds: 20, view: VIEW });
  expect(parseTour(told.document)).toMatchObject({ ok: true });
  expect(scenesOf(moveStep(told, 1, 0))).toEqual(['kitchen', 'hall', 'hall']);
  expect(moveStep(told, 0, -1)).toBe(told);
  expect(moveStep(told, 2, 3)).toBe(told);
  expect(scenesOf(removeScene(told, 'hall'))).toEqual(['kitchen']);
  const none = [0, 0, 0].reduce((draft, index) => removeStep(draft, index), told);
  expect(none.document).toEqual(two.document);
  expect(addStep(aStudioTour().draft, 'hall', VIEW).document).toBeNull();
});

it('a scene gets other lights, and is one picture again without them', () => {
  const withLight = (draft = two, asset = 'night') =>
    updateScene(draft, 'hall', (scene) => addLight(scene, aFile(asset)));
  const lightsOf = (draft: typeof two) => draft.document?.scenes[0]?.lights;
  const lit = withLight();
  expect(lightsOf(lit)).toEqual([
    { id: 'own', label: 'By day' },
    { id: 'night', label: 'Night', media: 'night' },
  ]);
  const change = (recipe: Parameters<typeof updateScene>[2]) => updateScene(lit, 'hall', recipe);
  const moved = change((scene) => moveLight(changeLight(scene, 'night', { label: 'At night' }), 'night', -1));
  expect(lightsOf(moved)?.map(({ label }) => label)).toEqual(['At night', 'By day']);
  const dated = change((scene) => changeLight(scene, 'night', { capturedAt: '2026-05-04' }));
  expect(lightsOf(dated)?.map(({ capturedAt }) => capturedAt)).toEqual([undefined, '2026-05-04']);
  expect(parseTour(dated.document)).toMatchObject({ ok: true });
  expect(lightsOf(change((scene) => moveLight(scene, 'own', -1)))).toEqual(lightsOf(lit));
  expect(lightsOf(change((scene) => removeLight(scene, 'own')))).toEqual(lightsOf(lit));
  expect(change((scene) => removeLight(scene, 'night')).document).toEqual(two.document);
  const full = Array.from({ length: 9 }, (_, index) => `light-${index}`).reduce(withLight, two);
  expect(lightsOf(full)).toHaveLength(8);
});
