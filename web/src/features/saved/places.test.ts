import { MAX_RECENT as SERVER_RECENT, MAX_SAVED as SERVER_SAVED } from '@oriel/contract';
import { expect, it } from 'vitest';
import {
  MAX_RECENT,
  MAX_SAVED,
  NO_PLACES,
  type Places,
  parsePlaces,
  textOfPlaces,
  withoutSaved,
  withRecent,
  withSaved,
} from './places.ts';

const at = '2026-01-02T03:04:05.000Z';
const now = new Date(at);

it('stores what a guest has saved, and what they viewed only if they asked for it', () => {
  const viewed = withRecent(NO_PLACES, 7, now);
  expect(viewed.recent).toEqual([{ id: 7, at }]);
  expect(textOfPlaces(viewed)).toBeUndefined();
  const saved = withSaved(viewed, 3, now) ?? NO_PLACES;
  expect(parsePlaces(textOfPlaces(saved) ?? '')).toEqual({ ...saved, recent: [] });
  const remembering = { ...saved, remembers: true };
  expect(parsePlaces(textOfPlaces(remembering) ?? '')).toEqual(remembering);
  expect(textOfPlaces(withoutSaved(saved, 3))).toBeUndefined();
});

it('lists a place once, the newest first, and no more than the server takes', () => {
  expect([MAX_SAVED, MAX_RECENT]).toEqual([SERVER_SAVED, SERVER_RECENT]);
  let places: Places = NO_PLACES;
  for (let id = 1; id <= MAX_SAVED; id += 1) {
    places = withSaved(withRecent(places, id, now), id, now) ?? places;
  }
  expect(places.saved).toHaveLength(MAX_SAVED);
  expect(places.recent.map(({ id }) => id).slice(0, 2)).toEqual([MAX_SAVED, MAX_SAVED - 1]);
  expect(places.recent).toHaveLength(MAX_RECENT);
  expect(withSaved(places, MAX_SAVED + 1, now)).toBeUndefined();
  expect(withSaved(places, 5, now)?.saved[0]?.id).toBe(5);
  expect(withRecent(places, 190, now).recent.filter(({ id }) => id === 190)).toHaveLength(1);
});

it.each(['', '{', 'null', '[]', '7', '{"saved":7}', '{"saved":[{"id":"1","at":"x"},null,{"id":-1}]}'])(
  'takes nothing of %s',
  (text) => expect(parsePlaces(text)).toEqual(NO_PLACES),
);
