import { readdirSync, readFileSync } from 'node:fs';
import { parseTour, publicationProblems, type Tour } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  FILM_SOURCES,
  IMAGE_SOURCES,
  PHOTO_SOURCES,
  SampleExperience,
  SCENE_PHOTOS,
  SOUND_SOURCES,
  STEREO_PHOTOS,
  VIDEO_SOURCES,
} from './schema.ts';

const TOURS = new URL('tours/', import.meta.url);
const EXPERIENCES = new URL('experiences/', import.meta.url);

const readJson = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));

function readTour(file: string): Tour {
  const parsed = parseTour(readJson(new URL(file, TOURS)));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join(' '));
  return parsed.tour;
}

const experiences = readdirSync(EXPERIENCES).flatMap((file) =>
  z.array(SampleExperience).parse(readJson(new URL(file, EXPERIENCES))),
);
const media = new Set<string>([
  ...PHOTO_SOURCES,
  ...SCENE_PHOTOS,
  ...VIDEO_SOURCES,
  ...IMAGE_SOURCES,
  ...FILM_SOURCES,
  ...SOUND_SOURCES,
]);

it('shows every kind of hotspot, and one that covers an area', () => {
  const hotspots = readdirSync(TOURS).flatMap((file) =>
    readTour(file).scenes.flatMap(({ hotspots }) => hotspots),
  );
  expect(new Set(hotspots.map(({ kind }) => kind))).toEqual(
    new Set(['door', 'info', 'picture', 'film', 'sound', 'link', 'book']),
  );
  expect(hotspots.filter(({ outline }) => outline)).not.toEqual([]);
});

describe.each(readdirSync(TOURS))('the scenes of %s', (file) => {
  const tour = readTour(file);
  const experience = experiences.find(({ slug }) => `${slug}.json` === file);

  it('belong to a tour of the catalogue', () => {
    expect(experience).toBeDefined();
  });

  it('may be published: every target, medium and label is there, every scene can be reached', () => {
    expect(publicationProblems(tour, media)).toEqual([]);
    for (const scene of tour.scenes) {
      const sources: readonly string[] =
        scene.kind === 'film' ? VIDEO_SOURCES : [...PHOTO_SOURCES, ...SCENE_PHOTOS];
      expect(sources, scene.id).toContain(scene.media);
    }
  });

  it('say which of their pictures have two eyes', () => {
    for (const { media, stereo } of tour.scenes)
      expect(stereo, media).toBe(STEREO_PHOTOS.includes(media) ? 'top-bottom' : 'mono');
  });

  it('strand nobody: every room of several has a door, and every one a text and views to look at', () => {
    for (const { id, hotspots, looks, description } of tour.scenes) {
      const doors = hotspots.filter(({ kind }) => kind === 'door').length;
      expect(doors > 0, id).toBe(tour.scenes.length > 1);
      expect(looks.length, id).toBeGreaterThan(1);
      expect(description, id).toBeTruthy();
    }
  });

  it('begin where everyone may stand, if the tour costs tokens', () => {
    if (experience?.tokensRequired === 0) expect(tour.previewScenes).toBeUndefined();
    else expect(tour.previewScenes).toContain(tour.start);
  });
});
