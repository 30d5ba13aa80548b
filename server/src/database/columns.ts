import type { ColumnType } from 'kysely';

/** A column that is never updated. */
export type Fixed<T> = ColumnType<T, T, never>;

/** A `jsonb` column, written as JSON text. */
export type Json<T, Written = string> = ColumnType<T, Written, Written>;
