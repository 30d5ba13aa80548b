import type { PrivacyBasis, PrivacyCheck, PrivacyRegion } from '@oriel/contract';
import type { Generated } from 'kysely';
import type { Fixed, Json } from '../../database/columns.ts';

/** See `migrations/0057_privacy_checks.sql`. */
export interface PrivacyCheckTables {
  privacy_checks: {
    workspace_id: Fixed<string>;
    asset_id: Fixed<string>;
    state: Exclude<PrivacyCheck['state'], 'none'> | 'replaced';
    regions: Json<PrivacyRegion[]>;
    source_asset_id: string | null;
    replaced_by: string | null;
    failure: string | null;
    basis: PrivacyBasis | null;
    stated_by: string | null;
    stated_at: Date | null;
    changed_at: Generated<Date>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends PrivacyCheckTables {}
}
