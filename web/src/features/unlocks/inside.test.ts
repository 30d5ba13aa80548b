import type { TourOutline } from '@oriel/contract';
import { expect, it } from 'vitest';
import { insideOf } from './inside.ts';

const tour = (scenes: number, plans: number) =>
  ({ scenes: Array(scenes).fill({}), plans: Array(plans).fill({}) }) as unknown as TourOutline;

it('counts the viewpoints of a tour and names its plan', () => {
  expect(insideOf({ mediaType: 'photo', tour: tour(5, 2) })).toBe(
    'Inside: 5 viewpoints to walk between, with the floor plan.',
  );
  expect(insideOf({ mediaType: 'photo', tour: tour(2, 0) })).toBe('Inside: 2 viewpoints to walk between.');
});

it('says what a single photo, film or page is', () => {
  expect(insideOf({ mediaType: 'photo' })).toContain('one viewpoint');
  expect(insideOf({ mediaType: 'video' })).toContain('film');
  expect(insideOf({ mediaType: 'embed' })).toContain('plan');
});
