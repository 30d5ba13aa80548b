import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseTour, publicationProblems, tourAssets } from '@oriel/contract';
import { expect, it } from 'vitest';

it('the example in tours.md is a tour that could be published', () => {
  const page = readFileSync(path.join(import.meta.dirname, 'tours.md'), 'utf8');
  const [, example = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  const parsed = parseTour(JSON.parse(example));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  const ready = new Set(tourAssets(parsed.tour).map(({ asset }) => asset));
  expect(publicationProblems(parsed.tour, ready)).toEqual([]);
});
