import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Fixed } from '../../database/columns.ts';

/** What is rewarded: signing up by a link, bringing a newcomer, bringing one who buys a tier. */
export type RewardKind = 'welcome' | 'newcomer' | 'tier';
export type RewardState = 'waiting' | 'granted' | 'capped' | 'cancelled' | 'reversed';

/** See `migrations/0008_referrals.sql` and `migrations/0029_referral_rewards.sql`. */
export interface ReferralTables {
  left_addresses: {
    digest: Buffer;
    left_at: Generated<Date>;
  };
  member_mailboxes: {
    member_id: Fixed<string>;
    digest: Fixed<Buffer>;
    is_first: Fixed<boolean>;
  };
  referral_rewards: {
    id: GeneratedAlways<number>;
    kind: Fixed<RewardKind>;
    newcomer_id: Fixed<string>;
    member_id: Fixed<string>;
    mailbox: Buffer | null;
    state: RewardState;
    tokens: number;
    tokens_taken: Generated<number>;
    transaction_id: number | null;
    order_id: string | null;
    created_at: ColumnType<Date, Date | undefined, never>;
    granted_at: Date | null;
  };
  referral_totals: {
    member_id: Fixed<string>;
    rewarded: Generated<number>;
    tokens: Generated<number>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends ReferralTables {}
}
