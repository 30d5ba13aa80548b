import type { Site } from '@oriel/contract';
import { expect, it } from 'vitest';
import { metaDescription, pageMeta } from './meta.ts';

it('truncates a description to 155 characters, including the ellipsis', () => {
  const exact = 'a'.repeat(155);
  expect(metaDescription(exact)).toBe(exact);
  const cut = metaDescription('b'.repeat(156));
  expect(cut).toBe(`${'b'.repeat(152)}...`);
  expect(cut).toHaveLength(155);
  expect(metaDescription('  two\n lines ')).toBe('two lines');
});

it('tells link previews the size of the pictures that are made for them, and what they are of', () => {
  const meta = (image?: string) =>
    pageMeta({
      site: { name: 'Oriel' } as Site,
      origin: 'https://oriel.example',
      path: '/',
      title: 'A quiet house',
      description: 'By the sea.',
      image,
    });
  const size = [
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
  ];
  expect(meta()).toEqual(expect.arrayContaining(size));
  expect(meta('/share-images/house?scene=hall')).toEqual(expect.arrayContaining(size));
  expect(meta('/media/house/cover.webp')).not.toContainEqual(size[0]);
  expect(meta('/media/house/cover.webp')).toContainEqual({
    property: 'og:image:alt',
    content: 'A quiet house',
  });
});
