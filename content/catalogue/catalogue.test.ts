import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  COVERS,
  EMBEDDED_PAGES,
  PHOTO_SOURCES,
  SampleCategory,
  SampleExperience,
  SampleFallbackTours,
  SampleLegacyLink,
  SampleSubcategory,
  SampleTag,
  VIDEO_SOURCES,
} from './schema.ts';

const EXPECTED_CATEGORIES = [
  [3001, 'Entertainment & Media', 12],
  [3002, 'Education & Training', 8],
  [3003, 'Healthcare & Wellness', 6],
  [3004, 'Real Estate & Architecture', 15],
  [3005, 'Retail & E-commerce', 10],
  [3006, 'Tourism & Hospitality', 20],
  [3007, 'Manufacturing & Industrial', 7],
  [3008, 'Arts & Culture', 9],
  [3009, 'Marketing & Advertising', 5],
  [3010, 'Lifestyle & Personal', 11],
  [3011, 'Science & Exploration', 4],
] as const;
const TOTAL = 107;
const PAGE_SIZE = 12;

function read<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));
}

const categories = read('categories.json', z.array(SampleCategory));
const subcategories = read('subcategories.json', z.array(SampleSubcategory));
const tags = read('tags.json', z.array(SampleTag));
const legacyLinks = read('legacy.json', z.array(SampleLegacyLink));
const fallbackTours = read('fallback-tours.json', SampleFallbackTours);
const files = readdirSync(new URL('experiences/', import.meta.url)).sort();
const byFile = new Map(files.map((file) => [file, read(`experiences/${file}`, z.array(SampleExperience))]));
const experiences = [...byFile.values()].flat().sort((a, b) => a.sortOrder - b.sortOrder);
const free = experiences.filter((experience) => experience.tokensRequired === 0);
const gated = experiences.filter((experience) => experience.tokensRequired !== 0);
const homeOf = (experience: SampleExperience) => experience.categories[0];

/** `photo`, `video`, `page` or `youtube`: what the viewer has to be able to show. */
function kindOf({ media }: SampleExperience): string {
  if (media.kind !== 'embed') return media.kind;
  return 'page' in media ? 'page' : 'youtube';
}

function expectUnique(values: readonly unknown[]): void {
  const repeated = values.filter((value, index) => values.indexOf(value) !== index);
  expect(repeated).toEqual([]);
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string | number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

describe('categories, subcategories and tags', () => {
  it('the built-in eleven, in order, with their counts', () => {
    expect(categories.map(({ id, name, itemCount }) => [id, name, itemCount])).toEqual(EXPECTED_CATEGORIES);
  });

  it('each category has its own file with exactly its tours', () => {
    const expected = categories.map(({ id, name, itemCount }) => {
      const slug = name
        .toLowerCase()
        .replace('&', 'and')
        .replaceAll(/[^a-z]+/g, '-');
      return [`${slug}.json`, itemCount, [id]];
    });
    const found = [...byFile].map(([file, list]) => [file, list.length, [...new Set(list.map(homeOf))]]);
    expect(found).toEqual(expected.sort());
    expect(experiences).toHaveLength(TOTAL);
  });

  it('two to five subcategories each, none empty, ids and slugs unique', () => {
    expectUnique(subcategories.map(({ id }) => id));
    expectUnique(subcategories.map(({ slug }) => slug));
    for (const { id } of categories) {
      const own = subcategories.filter(({ categoryId }) => categoryId === id);
      expect(own.length).toBeGreaterThanOrEqual(2);
      expect(own.length).toBeLessThanOrEqual(5);
    }
    expect(subcategories.filter(({ categoryId }) => !categories.some(({ id }) => id === categoryId))).toEqual(
      [],
    );
    const used = new Set(experiences.map(({ subcategory }) => subcategory));
    expect(subcategories.filter(({ slug }) => !used.has(slug))).toEqual([]);
  });

  it('covers are tours that show what they stand for, each once on a page, and icons exist', () => {
    const tourOf = (slug: string) => experiences.find((experience) => experience.slug === slug);
    expectUnique(categories.map(({ coverTour }) => coverTour));
    for (const { id, coverTour } of categories) expect(tourOf(coverTour)?.categories).toContain(id);
    expectUnique(subcategories.map(({ coverTour }) => coverTour));
    for (const { slug, coverTour } of subcategories) expect(tourOf(coverTour)?.subcategory).toBe(slug);
    for (const { icon } of [...categories, ...subcategories])
      expect(existsSync(new URL(`../../web/public${icon}`, import.meta.url)), icon).toBe(true);
  });

  it('18 to 24 tags, unique without regard to case, all in use', () => {
    expect(tags.length).toBeGreaterThanOrEqual(18);
    expect(tags.length).toBeLessThanOrEqual(24);
    expectUnique(tags.map(({ id }) => id));
    expectUnique(tags.map(({ name }) => name.toLowerCase()));
    const categoryIds = new Set([null, ...categories.map(({ id }) => id)]);
    expect(tags.filter(({ categoryId }) => !categoryIds.has(categoryId))).toEqual([]);
    const used = new Set(experiences.flatMap((experience) => experience.tags));
    expect(tags.filter(({ name }) => !used.has(name))).toEqual([]);
  });

  it('in every category some tag finds nothing, so that the empty state can be met', () => {
    for (const { id } of categories) {
      const here = experiences.filter((experience) => experience.categories.includes(id));
      const borne = new Set(here.flatMap((experience) => experience.tags));
      expect(tags.some(({ name }) => !borne.has(name))).toBe(true);
    }
  });
});

describe('experiences', () => {
  it('slugs, titles, descriptions and named places are unique', () => {
    expectUnique(experiences.map(({ slug }) => slug));
    expectUnique(experiences.map(({ title }) => title));
    expectUnique(experiences.map(({ description }) => description));
    expectUnique(experiences.map(({ propertyName }) => propertyName).filter((name) => name !== null));
    expect(experiences.some(({ propertyName }) => propertyName === null)).toBe(true);
  });

  it('sort orders are 1 to 107 without a gap', () => {
    expect(experiences.map(({ sortOrder }) => sortOrder)).toEqual(experiences.map((_, index) => index + 1));
  });

  it('categories, subcategories and tags exist and fit', () => {
    const categoryIds = new Set(categories.map(({ id }) => id));
    const tagNames = new Set(tags.map(({ name }) => name));
    for (const experience of experiences) {
      expectUnique(experience.categories);
      expectUnique(experience.tags);
      expect(experience.categories.filter((id) => !categoryIds.has(id))).toEqual([]);
      expect(experience.tags.filter((name) => !tagNames.has(name))).toEqual([]);
      const subcategory = subcategories.find(({ slug }) => slug === experience.subcategory);
      expect(subcategory?.categoryId, experience.slug).toBe(homeOf(experience));
    }
    expect(experiences.filter((experience) => experience.categories.length > 1)).toHaveLength(8);
  });

  it('countries are ISO 3166 names; only linked videos may be without one', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const countries = new Set(letters.flatMap((a) => letters.map((b) => names.of(a + b))));
    for (const experience of experiences) {
      if (kindOf(experience) === 'youtube' && experience.country === null) continue;
      expect(
        countries.has(experience.country ?? undefined),
        `${experience.slug}: ${experience.country}`,
      ).toBe(true);
      expect(experience.city, experience.slug).not.toBeNull();
    }
  });

  it('descriptions are two to four sentences or a short note, most beyond 155 characters', () => {
    const long = experiences.filter(({ description }) => description.length > 155);
    expect(long.length).toBeGreaterThan(TOTAL / 2);
    expect(long.length).toBeLessThan(TOTAL);
    for (const { slug, description } of experiences) {
      const sentences = description.match(/[.?!](?=\s|$)/g) ?? [];
      expect(sentences.length, slug).toBeGreaterThanOrEqual(2);
      expect(sentences.length, slug).toBeLessThanOrEqual(4);
      expect(description.at(-1), slug).toMatch(/[.?!]/);
    }
  });

  it('counts and dates are plausible: every shortened form appears, no more likes than views', () => {
    const views = experiences.map(({ viewCount }) => viewCount);
    expect(views.some((count) => count < 1_000)).toBe(true);
    expect(views.some((count) => count >= 1_000 && count < 1_000_000)).toBe(true);
    expect(views.some((count) => count >= 1_000_000)).toBe(true);
    expect(experiences.filter(({ likeCount, viewCount }) => likeCount > viewCount)).toEqual([]);
    expect(experiences.filter(({ createdAt }) => !/^202[56]-/.test(createdAt))).toEqual([]);
  });
});

describe('media', () => {
  it('every kind in its number, every source and page in use', () => {
    expect(countBy(experiences, kindOf)).toEqual({ photo: 88, video: 12, youtube: 4, page: 3 });
    const used = experiences.map(({ media }) =>
      'source' in media ? media.source : 'page' in media ? media.page : '',
    );
    const known = [...PHOTO_SOURCES, ...VIDEO_SOURCES, ...EMBEDDED_PAGES];
    expect(known.filter((name) => !used.includes(name))).toEqual([]);
  });

  it('YouTube links are plain watch addresses, each once', () => {
    const urls = experiences.flatMap(({ media }) => ('url' in media ? [media.url] : []));
    expectUnique(urls);
    for (const url of urls) expect(url).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);
  });

  it('photos and videos show on their card what they show inside', () => {
    for (const { slug, media, thumbnail } of experiences) {
      if ('source' in media) expect(thumbnail, slug).toMatchObject({ source: media.source });
    }
  });

  it('cards show a chosen view, which is no ceiling and no floor', () => {
    const View = z.object({ pitch: z.number() });
    const views = read('../media/photos/views.json', z.record(z.string(), z.array(View)));
    for (const { slug, thumbnail } of experiences) {
      // Its ceiling is the night sky.
      if (!('source' in thumbnail) || slug === 'the-night-sky-classroom') continue;
      expect(Math.abs(views[thumbnail.source]?.[thumbnail.view]?.pitch ?? 90), slug).toBeLessThan(35);
    }
  });

  it('films that others host have drawn covers, each its own', () => {
    const films = experiences.filter((experience) => kindOf(experience) === 'youtube');
    const covers = films.map(({ thumbnail }) => ('cover' in thumbnail ? thumbnail.cover : undefined));
    expect(covers.toSorted()).toEqual([...COVERS]);
    for (const cover of COVERS)
      expect(existsSync(new URL(`../../web/public/images/covers/${cover}.jpg`, import.meta.url))).toBe(true);
  });

  it('thumbnails are spread: two cards show the same view at most once, none twice within twelve neighbours', () => {
    const pairs = experiences.map(({ thumbnail }) => Object.values(thumbnail).join(' '));
    const counts = Object.values(countBy(pairs, (pair) => pair));
    expect(counts.length).toBeGreaterThanOrEqual(experiences.length - 1);
    pairs.forEach((pair, index) => {
      expect(pairs.slice(index + 1, index + 1 + PAGE_SIZE)).not.toContain(pair);
    });
  });

  it('no two of eight cards in a row show one source', () => {
    const sources = experiences.map(({ thumbnail }) =>
      'source' in thumbnail ? thumbnail.source : thumbnail.cover,
    );
    const repeated = sources.flatMap((source, index) =>
      sources.slice(index + 1, index + 8).includes(source) ? [`${index + 1}: ${source}`] : [],
    );
    expect(repeated).toEqual([]);
  });
});

describe('gating', () => {
  it('26 gated tours, half of them in packages, most at the usual price; nothing free is in a package', () => {
    expect(countBy(gated, ({ tokensRequired }) => String(tokensRequired))).toEqual({
      60: 4,
      80: 2,
      default: 15,
      150: 3,
      250: 2,
    });
    expect(gated.filter(({ partOfPackage }) => partOfPackage)).toHaveLength(13);
    expect(free.filter(({ partOfPackage }) => partOfPackage)).toEqual([]);
  });

  it('only photos and videos are gated, both kinds, and both kinds are free elsewhere', () => {
    expect(new Set(gated.map(kindOf))).toEqual(new Set(['photo', 'video']));
    expect(free.filter((experience) => kindOf(experience) === 'video').length).toBeGreaterThanOrEqual(2);
  });

  it('among the first 24: every kind free, and gated ones with and without a package', () => {
    const first = experiences.slice(0, 24);
    const freeKinds = new Set(first.filter((experience) => free.includes(experience)).map(kindOf));
    expect(freeKinds).toEqual(new Set(['photo', 'video', 'page', 'youtube']));
    const gatedFirst = first.filter((experience) => gated.includes(experience));
    expect(new Set(gatedFirst.map(({ partOfPackage }) => partOfPackage))).toEqual(new Set([true, false]));
  });

  it('the first page mixes categories and media', () => {
    const first = experiences.slice(0, PAGE_SIZE);
    expect(new Set(first.map(homeOf)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(first.map(kindOf)).size).toBe(4);
    expect(new Set(first.map(({ country }) => country)).size).toBeGreaterThanOrEqual(7);
  });
});

describe('legacy ids', () => {
  it('62 links, the same as the experiences say', () => {
    expect(legacyLinks).toHaveLength(62);
    expectUnique(legacyLinks.map(({ legacyId }) => legacyId));
    const fromExperiences = experiences.flatMap(({ legacyId, slug }) =>
      legacyId === null ? [] : [{ legacyId, slug }],
    );
    expect(legacyLinks).toEqual(fromExperiences.sort((a, b) => a.legacyId - b.legacyId));
  });

  it('each has a fallback among the media that free tours use', () => {
    expect(Object.keys(fallbackTours)).toEqual(legacyLinks.map(({ legacyId }) => String(legacyId)));
    const freeFiles = new Set(
      free.flatMap(({ media }) => {
        if (media.kind === 'photo') return [`photos/${media.source}.jpg`];
        return media.kind === 'video' ? [`videos/${media.source}.mp4`] : [];
      }),
    );
    expect(Object.entries(fallbackTours).filter(([, file]) => !freeFiles.has(file))).toEqual([]);
  });
});
