import type { ColumnType } from 'kysely';
import type { Fixed } from '../../database/columns.ts';

/** See `migrations/0006_wallet.sql`; written by `unlock_experience` in `sql/unlocks.sql`. */
export interface UnlockTables {
  unlocks: {
    member_id: Fixed<string>;
    experience_id: Fixed<number>;
    tokens: Fixed<number>;
    transaction_id: Fixed<number>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends UnlockTables {}
}
