import type { Generated } from 'kysely';

/** See `migrations/0008_referrals.sql`. */
export interface ReferralTables {
  left_addresses: {
    digest: Buffer;
    left_at: Generated<Date>;
  };
}
