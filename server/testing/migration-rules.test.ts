import { expect, it } from 'vitest';
import { lintMigration } from './migration-rules.ts';

const NAMES = ['0046_catalogue_desk', '0047_release_requirements', '0050_rooms', '0051_later'];

/** The rules that an expanding migration with these statements breaks. */
async function brokenBy(statements: string): Promise<string[]> {
  const problems = await lintMigration('0050_rooms', `-- phase: expand\n${statements}`, NAMES);
  return problems.map((problem) => problem.split(': ')[1] ?? '');
}

it.each([
  ['CREATE TABLE rooms (id text PRIMARY KEY); CREATE UNIQUE INDEX ON rooms (id)', []],
  ['CREATE TABLE rooms (id text); ALTER TABLE rooms ALTER id SET NOT NULL; DROP TABLE rooms', []],
  ['ALTER TABLE tours ADD COLUMN note text, ADD COLUMN size integer NOT NULL DEFAULT 1', []],
  ['ALTER TABLE tours ADD COLUMN n bigint NOT NULL GENERATED ALWAYS AS IDENTITY', []],
  ['CREATE INDEX ON tours (id); DROP INDEX tours_old; UPDATE tours SET id = id', []],
  ['ALTER TABLE tours ALTER id SET DEFAULT 1; SET LOCAL lock_timeout = 100', []],
  ['ALTER TABLE tours ADD COLUMN size integer NOT NULL', ['required-column']],
  [
    'ALTER TABLE tours DROP COLUMN id, ALTER a TYPE text, ALTER b SET NOT NULL',
    ['drop-column', 'change-type', 'set-not-null'],
  ],
  ['ALTER TABLE tours ALTER b DROP NOT NULL, ALTER c DROP DEFAULT', ['drop-not-null', 'drop-default']],
  ['ALTER TABLE tours ADD CONSTRAINT c CHECK (a > 1) NOT VALID', ['add-constraint']],
  ['CREATE UNIQUE INDEX ON tours (a)', ['add-constraint']],
  ['DROP TABLE tours', ['drop']],
  ['DROP FUNCTION unlock_experience', ['drop']],
  ['DROP TRIGGER note_role ON staff', ['drop']],
  ['ALTER TABLE tours RENAME TO walks; ALTER TABLE tours RENAME a TO b', ['rename', 'rename']],
  ['ALTER INDEX tours_a RENAME TO tours_b', []],
  ['TRUNCATE tours', ['truncate']],
  ['BEGIN; SELECT 1; COMMIT', ['transaction', 'transaction']],
  ['CREATE INDEX CONCURRENTLY ON tours (a)', ['concurrently']],
  ['SET statement_timeout = 0', ['session-setting']],
  ["SELECT set_config('lock_timeout', '0', false)", ['session-setting']],
  ["SELECT 1 FROM (SELECT pg_catalog.set_config('lock_timeout', '0', 1 > 2)) AS s", ['session-setting']],
  ["SELECT set_config('lock_timeout', '100', true)", []],
  ['DO $$ BEGIN DROP TABLE tours; END $$', ['code']],
  ['CALL rebuild()', ['code']],
  ['REVOKE SELECT ON tours FROM readers; REVOKE readers FROM anna', ['revoke', 'revoke']],
  ['GRANT SELECT ON tours TO readers', []],
])('%s breaks %j', async (statements, rules) => {
  expect(await brokenBy(statements)).toEqual(rules);
});

it('a migration may contract what no release before an earlier one uses, and says which', async () => {
  const lint = (header: string) => lintMigration('0050_rooms', `${header}\nDROP TABLE tours;`, NAMES);
  expect(await lint('-- phase: contract\n-- after: 0047_release_requirements')).toEqual([]);
  expect(await lint('-- phase: contract')).toEqual([expect.stringContaining('after which migration')]);
  expect(await lint('-- phase: contract\n-- after: 0051_later')).toEqual([
    expect.stringContaining('0051_later'),
  ]);
  expect(await lint('-- phase: contract\n-- after: 0049_unknown')).toHaveLength(1);
  expect(await lint('')).toEqual([
    expect.stringContaining('lacks its phase'),
    expect.stringContaining('drop:'),
  ]);
});

it('a migration may excuse itself from a rule with a reason, and problems name their line', async () => {
  const drop = 'ALTER TABLE tours\n  ALTER a DROP NOT NULL;';
  const text = `-- phase: expand\n-- Größe.\n${drop}\n`;
  expect(await lintMigration('0050_rooms', text, NAMES)).toEqual([
    expect.stringMatching(/^0050_rooms:3: drop-not-null: /),
  ]);
  expect(
    await brokenBy(`-- compatible: drop-not-null, the release before reads it with coalesce\n${drop}`),
  ).toEqual([]);
  expect(await brokenBy(`-- compatible: drop-not-null,\n${drop}`)).toEqual(['drop-not-null']);
});

it('earlier migrations are left alone', async () => {
  expect(await lintMigration('0046_catalogue_desk', 'DROP TABLE tours', NAMES)).toEqual([]);
});
