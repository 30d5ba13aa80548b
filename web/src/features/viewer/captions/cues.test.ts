import { describe, expect, it } from 'vitest';
import { changeAfter, cueAt, sideOf, type Track, trackFor } from './cues.ts';

const CUES = [
  { from: 0, to: 4, text: 'Water.' },
  { from: 5, to: 10, text: 'Crickets.' },
];
const track = (language: string): Track => ({ language, label: language, cues: CUES });

describe('cues', () => {
  it('are there from their beginning to their end', () => {
    const texts = [0, 3.99, 4, 4.9, 5, 9.99, 10].map((second) => cueAt(CUES, second)?.text);
    expect(texts).toEqual(['Water.', 'Water.', undefined, undefined, 'Crickets.', 'Crickets.', undefined]);
  });

  it('change next where one of them begins or ends', () => {
    expect([-1, 0, 4, 5, 10].map((second) => changeAfter(CUES, second))).toEqual([0, 4, 5, 10, undefined]);
  });
});

it('the track is in the first of the visitor’s languages, else the first', () => {
  const tracks = [track('en'), track('pt-BR'), track('de')];
  expect(trackFor(tracks, ['fr', 'pt', 'de'])?.language).toBe('pt-BR');
  expect(trackFor(tracks, ['de-AT', 'en'])?.language).toBe('de');
  expect(trackFor(tracks, ['fr'])?.language).toBe('en');
  expect(trackFor([], ['en'])).toBeUndefined();
});

it.each([
  [10, 0, undefined],
  [40, 0, undefined],
  [60, 0, 'right'],
  [-60, 0, 'left'],
  [-170, 100, 'right'],
  [170, -100, 'left'],
  [179, -179, undefined],
] as const)('what is heard at %d is, for a visitor who looks at %d, on the side: %s', (yaw, looked, side) => {
  expect(sideOf({ yaw, pitch: 0 }, { yaw: looked, width: 90 })).toBe(side);
});
