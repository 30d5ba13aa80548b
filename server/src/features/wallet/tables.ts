import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** What a lot of tokens was given for. */
export type LotKind = 'topup' | 'referral' | 'bonus';
/** What a transaction of the ledger does. */
export type MovementKind = LotKind | 'unlock' | 'expiry' | 'refund';

/** A column that is written once. */
type Fixed<T> = ColumnType<T, T, never>;

/** See `migrations/0006_wallet.sql`, whose functions write these tables. */
export interface WalletTables {
  ledger_transactions: {
    id: GeneratedAlways<number>;
    kind: Fixed<MovementKind>;
    reference: Fixed<string>;
    member_id: Fixed<string>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  ledger_entries: {
    transaction_id: Fixed<number>;
    account: Fixed<'member' | 'sales' | 'gifts' | 'tours' | 'expired'>;
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
  };
  wallets: {
    member_id: Fixed<string>;
    topup: Generated<number>;
    referral: Generated<number>;
    bonus: Generated<number>;
  };
}
