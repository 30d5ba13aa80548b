import { expect, it } from 'vitest';
import { metaDescription } from './meta.ts';

it('truncates a description to 155 characters, including the ellipsis', () => {
  const exact = 'a'.repeat(155);
  expect(metaDescription(exact)).toBe(exact);
  const cut = metaDescription('b'.repeat(156));
  expect(cut).toBe(`${'b'.repeat(152)}...`);
  expect(cut).toHaveLength(155);
  expect(metaDescription('  two\n lines ')).toBe('two lines');
});
