import { parseTour, publicationProblems, reachableScenes, type Tour, type TourScene } from '@oriel/contract';
import { slugOf } from '@oriel/contract/shared/slug';
import { expect, it } from 'vitest';
import {
  addScene,
  joinScenes,
  moveScene,
  removeScene,
  renameScene,
  setPreview,
  setStart,
  titleOfFile,
  updateScene,
} from './document.ts';
import { aFile, aStudioTour } from './draft.fixture.ts';

const empty = aStudioTour().draft;
const three = ['hall', 'kitchen', 'garden'].reduce((draft, asset) => addScene(draft, aFile(asset)), empty);
const ids = (draft = three) => draft.document?.scenes.map(({ id }) => id);

const door = (id: string, target: string): TourScene['hotspots'][number] => ({
  id,
  kind: 'door',
  at: { yaw: 0, pitch: 0 },
  label: target,
  target,
});

it('makes scenes of files, which a tour may have', () => {
  expect(ids()).toEqual(['hall', 'kitchen', 'garden']);
  expect(three.document?.start).toBe('hall');
  expect(three.document?.scenes[1]?.title).toBe('Kitchen');
  expect(parseTour(three.document)).toEqual({ ok: true, tour: three.document });
  const pose = { heading: 90, pitch: 1, roll: 2 };
  const more = addScene(
    addScene(three, aFile('hall', { kind: 'video', stereo: 'left-right', pose })),
    aFile('eyes', { stereo: 'top-bottom' }),
  );
  expect(more.document?.scenes.slice(3)).toMatchObject([
    { id: 'hall-2', kind: 'film', pose, stereo: 'left-right' },
    { id: 'eyes', kind: 'photo', stereo: 'top-bottom', pose: { pitch: 0, roll: 0 } },
  ]);
  expect(addScene(three, aFile('late', { asset: null }))).toBe(three);
});

it('names scenes in other scripts too', () => {
  const draft = addScene(addScene(empty, aFile('a'), '客厅'), aFile('b'), 'Größe & Café');
  expect(ids(draft)).toEqual(['scene', 'grosse-cafe']);
  expect(slugOf('  Vila do  Mar, Nº 3 ')).toBe('vila-do-mar-n-3');
  expect(titleOfFile('living_room-01.final.JPG')).toBe('Living room 01.final');
});

it('renames and moves a scene', () => {
  expect(renameScene(three, 'hall', 'Lobby').document?.scenes[0]).toMatchObject({
    id: 'hall',
    title: 'Lobby',
  });
  expect(ids(moveScene(three, 'garden', 'hall'))).toEqual(['garden', 'hall', 'kitchen']);
  expect(ids(moveScene(three, 'hall', null))).toEqual(['kitchen', 'garden', 'hall']);
  expect(renameScene(three, 'hall', 'Hall')).toBe(three);
  expect(moveScene(three, 'nowhere', null)).toBe(three);
});

it('removes a scene with everything that leads to it', () => {
  const linked = ['hall', 'garden'].reduce(
    (draft, id) =>
      updateScene(draft, id, (scene) => ({
        ...scene,
        hotspots: [door(`${id}-in`, 'kitchen'), door(`${id}-out`, 'hall')],
      })),
    setPreview(setPreview(setStart(three, 'kitchen'), 'kitchen', true), 'hall', true),
  );
  const { document } = removeScene(linked, 'kitchen');
  expect(document).toMatchObject({ start: 'hall', previewScenes: ['hall'] });
  expect(document?.scenes.map(({ hotspots }) => hotspots.map(({ id }) => id))).toEqual([
    ['hall-out'],
    ['garden-out'],
  ]);
  const none = ['hall', 'kitchen', 'garden'].reduce(removeScene, three);
  expect(none.document).toBeNull();
});

it('joins the scenes in their order, with no door twice', () => {
  const half = updateScene(three, 'kitchen', (scene) => ({ ...scene, hotspots: [door('door', 'hall')] }));
  const joined = joinScenes(setStart(half, 'garden'));
  const doors = joined.document?.scenes.map(({ hotspots }) => hotspots);
  expect(doors).toMatchObject([
    [{ kind: 'door', label: 'To Kitchen', target: 'kitchen', at: { yaw: 0, pitch: -10 } }],
    [door('door', 'hall'), { label: 'To Garden', target: 'garden', at: { yaw: 0, pitch: -10 } }],
    [{ label: 'To Kitchen', target: 'kitchen', at: { yaw: 180, pitch: -10 } }],
  ]);
  expect(doors?.map(({ length }) => length)).toEqual([1, 2, 1]);
  const tour = joined.document as Tour;
  expect(parseTour(tour)).toEqual({ ok: true, tour });
  expect([...reachableScenes(tour)].sort()).toEqual(['garden', 'hall', 'kitchen']);
  expect(publicationProblems(tour, new Set(['hall', 'kitchen', 'garden']))).toEqual([]);
  expect(joinScenes(joined)).toBe(joined);
  expect(joinScenes(empty)).toBe(empty);
});

it('joins no scene that is full, and shortens a long label', () => {
  const spots = Array.from({ length: 200 }, (_, index) => door(`full-${index}`, 'garden'));
  const full = updateScene(three, 'hall', (scene) => ({ ...scene, hotspots: spots }));
  const { document } = joinScenes(renameScene(full, 'kitchen', 'K'.repeat(200)));
  expect(parseTour(document)).toEqual({ ok: true, tour: document });
  expect(document?.scenes.map(({ hotspots }) => hotspots.length)).toEqual([200, 2, 1]);
  expect(document?.scenes[2]?.hotspots[0]?.label).toBe('K'.repeat(200));
});

it('shows no more previews than there are', () => {
  const shown = setPreview(three, 'hall', true);
  expect(shown.document?.previewScenes).toEqual(['hall']);
  expect(setPreview(shown, 'hall', false).document).not.toHaveProperty('previewScenes');
});
