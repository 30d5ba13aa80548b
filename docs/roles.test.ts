import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PERMISSIONS } from '@oriel/contract';
import { expect, it } from 'vitest';

const PAGE = readFileSync(path.join(import.meta.dirname, 'roles.md'), 'utf8');
const ROW = /^\| `([\w-]+\.[\w-]+)` \| (.+) \|$/gm;

const list = (roles: readonly string[]) => roles.join(', ') || '–';

it('the page of roles says what the table of permissions says', () => {
  const rows = Object.fromEntries([...PAGE.matchAll(ROW)].map(([, name = '', cells = '']) => [name, cells]));
  const grants: [string, { workspace?: readonly string[]; staff: readonly string[] }][] =
    Object.entries(PERMISSIONS);
  const expected = grants.map(([name, { workspace, staff }]) => [
    name,
    workspace === undefined ? list(staff) : `${list(workspace)} | ${list(staff)}`,
  ]);
  expect(rows).toEqual(Object.fromEntries(expected));
});
