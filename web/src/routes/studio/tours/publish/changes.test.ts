import type { TourDraft } from '@oriel/contract';
import { expect, it } from 'vitest';
import { addScene, moveScene, removeScene, renameScene, setStart } from '../draft/document.ts';
import { aFile, aStudioTour } from '../draft/draft.fixture.ts';
import { changesBetween } from './changes.ts';

const NAMES = {
  category: (id: number) => ['Hotels', 'Homes'][id],
  subcategory: () => 'Suites',
  tag: (id: number) => `Tag ${id}`,
};

const before = ['hall', 'kitchen'].reduce<TourDraft>((draft, asset) => addScene(draft, aFile(asset)), {
  ...aStudioTour().draft,
  title: 'Harbour',
  category: 0,
  price: 0,
  tags: [1, 2],
});

const words = (after: TourDraft) =>
  changesBetween(before, after, NAMES).map((change) => `${change.field}: ${change.words}`);

it('says nothing where nothing is different', () =>
  expect(words({ ...before, title: 'Harbour ' })).toEqual([]));

it('says what is different, field by field', () => {
  const after = {
    ...before,
    title: 'Quay',
    city: 'Porto',
    category: 1,
    price: 120,
    isInPlans: true,
    tags: [2, 3],
  };
  expect(words({ ...after, description: 'Long', seo: { title: 'Porto', description: '' } })).toEqual([
    'Title: “Quay” instead of “Harbour”',
    'City: now “Porto”',
    'Description: changed',
    'Search texts: changed',
    'Category: “Homes” instead of “Hotels”',
    'Tags: with Tag 3; without Tag 1',
    'Price: 120 tokens instead of free',
    'Plans: members with a plan open it without tokens',
  ]);
});

it('says which scenes are added, removed, changed and moved', () => {
  const more = addScene(renameScene(before, 'hall', 'Lobby'), aFile('garden'));
  expect(words(removeScene(more, 'kitchen'))).toEqual([
    'Scenes: added: “Garden”',
    'Scenes: removed: “Kitchen”',
    'Scenes: changed: “Lobby”',
  ]);
  expect(words(setStart(moveScene(before, 'kitchen', 'hall'), 'kitchen'))).toEqual([
    'Scenes: in another order',
    'Start: visitors begin in “Kitchen”',
  ]);
});
