import { expect, it } from 'vitest';
import { splitName } from './full-name.ts';

it.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Ada  King Lovelace ', 'Ada', 'King Lovelace'],
  ['  Ada King  Lovelace ', 'Ada', 'King Lovelace'],
  ['Ada', 'Ada', ''],
  ['', '', ''],
])('splits "%s" at its first space', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});
