import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Fixed } from '../../database/columns.ts';

/** What a lot of tokens was given for. */
export type LotKind = 'topup' | 'referral' | 'bonus';
/** What a transaction of the ledger does. */
export type MovementKind = LotKind | 'unlock' | 'expiry' | 'refund';

/** See `migrations/0006_wallet.sql` and `0026_pending_tokens.sql`; written by the functions of `sql/wallet.sql`. */
export interface WalletTables {
  ledger_transactions: {
    id: GeneratedAlways<number>;
    kind: Fixed<MovementKind>;
    reference: Fixed<string>;
    member_id: Fixed<string>;
    created_at: ColumnType<Date, Date | undefined, never>;
    /** The database's transaction; null in rows older than the column. A 64-bit number as text. */
    xact_id: GeneratedAlways<string | null>;
    /** The clock when the tokens moved; null in rows older than the column. */
    moved_at: GeneratedAlways<Date | null>;
  };
  ledger_entries: {
    transaction_id: Fixed<number>;
    account: Fixed<'member' | 'sales' | 'gifts' | 'tours' | 'expired' | 'disputed'>;
    member_id: Fixed<string | null>;
    lot_id: Fixed<number | null>;
    amount: Fixed<number>;
  };
  wallet_lots: {
    id: GeneratedAlways<number>;
    member_id: Fixed<string>;
    kind: Fixed<LotKind>;
    transaction_id: Fixed<number>;
    granted: Fixed<number>;
    remaining: number;
    expires_at: Fixed<Date>;
    /** From when it can be spent; null: at once. */
    available_at: Fixed<Date | null>;
    /** Whether it can be spent only while its member's email is verified. */
    requires_verified_email: Fixed<boolean>;
    /** `remaining > 0`. */
    is_open: GeneratedAlways<boolean>;
  };
  wallets: {
    member_id: Fixed<string>;
    topup: Generated<number>;
    referral: Generated<number>;
    bonus: Generated<number>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends WalletTables {}
}
