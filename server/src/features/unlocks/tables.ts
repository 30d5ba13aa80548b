import type { ColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

/** See `migrations/0006_wallet.sql`, whose function `unlock_experience` writes them. */
export interface UnlockTables {
  unlocks: {
    member_id: Fixed<string>;
    experience_id: Fixed<number>;
    tokens: Fixed<number>;
    transaction_id: Fixed<number>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
}
