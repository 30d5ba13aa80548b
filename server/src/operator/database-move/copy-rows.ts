import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { CommandError } from '../command.ts';
import type { Table } from './tables.ts';

interface Sum {
  rows: string;
  sum: string;
}

/** The number of rows and a sum over a hash of each, which does not depend on their order. */
async function sumOf(client: pg.Client, { name, columns }: Table): Promise<Sum> {
  const { rows } = await client.query<Sum>(
    `SELECT count(*)::text AS rows,
       coalesce(sum(('x' || left(md5(ROW(${columns.join(', ')})::text), 15))::bit(60)::bigint), 0)::text AS sum
     FROM ONLY ${name}`,
  );
  return rows[0] ?? { rows: '0', sum: '0' };
}

/**
 * Copies the rows of a table and compares both sides.
 *
 * @returns the number of rows
 * @throws {CommandError} when the copy differs
 */
export async function copyRows(source: pg.Client, target: pg.Client, table: Table): Promise<number> {
  const columns = table.columns.join(', ');
  await pipeline(
    source.query(copyTo(`COPY ${table.name} (${columns}) TO STDOUT`)),
    target.query(copyFrom(`COPY ${table.name} (${columns}) FROM STDIN`)),
  );
  const [original, copy] = await Promise.all([sumOf(source, table), sumOf(target, table)]);
  if (original.rows !== copy.rows || original.sum !== copy.sum)
    throw new CommandError(
      `The copy of ${table.name} differs from its original (${original.rows} rows, ${copy.rows} copied); nothing was moved.`,
    );
  return Number(original.rows);
}
