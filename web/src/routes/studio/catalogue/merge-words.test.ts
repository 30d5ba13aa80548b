import type { Merge } from '@oriel/contract';
import { expect, it } from 'vitest';
import { mergeSentences } from './merge-words.ts';

const NOTHING: Merge = {
  into: { id: 2, name: 'Markets' },
  tours: 0,
  namedBeside: 0,
  drafts: 0,
  subcategories: [],
  mergedSubcategories: [],
  tags: [],
  widened: false,
};
const ENDS = '“Shops” ends, and its old address leads to “Markets”.';

it('says everything that a merge of categories moves', () => {
  const merge = {
    ...NOTHING,
    tours: 12,
    namedBeside: 2,
    drafts: 1,
    subcategories: ['Stalls', 'Arcades'],
    mergedSubcategories: ['Halls'],
    tags: ['Local'],
  };
  expect(mergeSentences('category', 'Shops', merge)).toEqual([
    '12 tours move to “Markets”.',
    '2 tours of other categories will name “Markets” beside their own.',
    '2 subcategories move along: Stalls and Arcades.',
    'Halls is merged with what has the same name there.',
    '1 tag will be offered in “Markets”: Local.',
    '1 draft will name “Markets”.',
    ENDS,
  ]);
});

it('says one of each, and nothing, as people do', () => {
  expect(mergeSentences('category', 'Shops', { ...NOTHING, tours: 1, subcategories: ['Stalls'] })).toEqual([
    '1 tour moves to “Markets”.',
    '1 subcategory moves along: Stalls.',
    ENDS,
  ]);
  expect(mergeSentences('tag', 'Shops', { ...NOTHING, tours: 2, widened: true })).toEqual([
    '2 tours get the tag “Markets”.',
    '“Markets” will be offered in all categories.',
    ENDS,
  ]);
  expect(mergeSentences('subcategory', 'Shops', NOTHING)).toEqual(['No tour moves.', ENDS]);
});
