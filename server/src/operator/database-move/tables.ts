import type pg from 'pg';
import { CommandError } from '../command.ts';

/** A table with rows of its own. Names are as in SQL. */
export interface Table {
  name: string;
  /** Names and types of all columns, in the order of their names. */
  shape: string;
  /** The columns that are copied, without generated ones, in the order of their names. */
  columns: string[];
  /** Of a partition. */
  parent: string | null;
  bound: string | null;
}

/** Where a sequence is. */
export interface Sequence {
  name: string;
  last: string;
  isCalled: boolean;
}

/** A foreign key. */
export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const OF_ORIEL = `
  class.relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype = 'e')`;

const TABLES = `
  SELECT class.oid::regclass::text AS name,
    string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attname) AS shape,
    coalesce(array_agg(quote_ident(attname) ORDER BY attname) FILTER (WHERE attgenerated = ''), '{}') AS columns,
    inhparent::regclass::text AS parent, pg_get_expr(relpartbound, class.oid) AS bound
  FROM pg_class AS class
  JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_inherits ON inhrelid = class.oid
  WHERE relkind = 'r' AND ${OF_ORIEL}
  GROUP BY class.oid, inhparent ORDER BY class.oid`;

const SEQUENCES = `
  SELECT class.oid::regclass::text AS name FROM pg_class AS class WHERE relkind = 'S' AND ${OF_ORIEL} ORDER BY 1`;

/** Those of partitions belong to their parents. */
const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(con.oid) AS definition
  FROM pg_constraint AS con JOIN pg_class AS class ON class.oid = conrelid
  WHERE contype = 'f' AND conparentid = 0 AND ${OF_ORIEL} ORDER BY 1, 2`;

const WITH_TRIGGERS = `
  SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger JOIN pg_class AS class ON class.oid = tgrelid
  WHERE NOT tgisinternal AND tgparentid = 0 AND ${OF_ORIEL} ORDER BY 1`;

/** Tables that the role may lock against writers. Some of the ledger it may only add to; all additions change others, too. */
const LOCKABLE = `
  SELECT class.oid::regclass::text AS name FROM pg_class AS class
  WHERE relkind = 'r' AND ${OF_ORIEL} AND has_table_privilege(class.oid, 'UPDATE, DELETE, TRUNCATE') ORDER BY class.oid`;

const namesOf = async (client: pg.Client, text: string) =>
  (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);

/** Lists all tables with rows of their own, partitions among them. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(TABLES)).rows;
}

/** Lists where all sequences are. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const sequences: Sequence[] = [];
  for (const name of await namesOf(client, SEQUENCES)) {
    const { rows } = await client.query<{ last: string; isCalled: boolean }>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM ${name}`,
    );
    for (const row of rows) sequences.push({ name, ...row });
  }
  return sequences;
}

/** Lists all foreign keys. */
export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  return (await client.query<ForeignKey>(FOREIGN_KEYS)).rows;
}

/** Lists the tables that have triggers. */
export const listWithTriggers = (client: pg.Client) => namesOf(client, WITH_TRIGGERS);

/** Lists the tables to lock against writers. */
export const listLockable = (client: pg.Client) => namesOf(client, LOCKABLE);

/** @throws {CommandError} naming what only one of two lists has */
function requireSame(what: string, source: readonly string[], target: readonly string[]): void {
  const only = (some: readonly string[], others: readonly string[]) =>
    some.filter((name) => !others.includes(name));
  const [inSource, inTarget] = [only(source, target), only(target, source)];
  if (inSource.length === 0 && inTarget.length === 0) return;
  const parts = [
    ...(inSource.length > 0 ? [`only FROM has ${inSource.join(', ')}`] : []),
    ...(inTarget.length > 0 ? [`only TO has ${inTarget.join(', ')}`] : []),
  ];
  throw new CommandError(`The ${what} differ: ${parts.join('; ')}.`);
}

/** @throws {CommandError} unless two databases have the same tables, except partitions */
export function requireSameTables(source: readonly Table[], target: readonly Table[]): void {
  const describe = (tables: readonly Table[]) =>
    tables.filter(({ parent }) => parent === null).map(({ name, shape }) => `${name} (${shape})`);
  requireSame('tables', describe(source), describe(target));
}

/** @throws {CommandError} unless two databases have the same sequences */
export function requireSameSequences(source: readonly Sequence[], target: readonly Sequence[]): void {
  const names = (sequences: readonly Sequence[]) => sequences.map(({ name }) => name);
  requireSame('sequences', names(source), names(target));
}

/** Compares the migrations. @throws {CommandError} */
export function requireSameMigrations(source: readonly string[], target: readonly string[]): void {
  requireSame('migrations', source, target);
}

/** The names of the applied migrations. */
export const listMigrations = (client: pg.Client) =>
  namesOf(client, 'SELECT name FROM kysely_migration ORDER BY name');
