import type { ColumnType, Generated } from 'kysely';
import type { Fixed, Json } from '../../database/columns.ts';

/** What a client says of a file, such as its name. */
export type UploadMetadata = Record<string, string | null>;

/** See `migrations/0042_uploads.sql`. */
export interface UploadTables {
  uploads: {
    id: Fixed<string>;
    workspace_id: Fixed<string>;
    member_id: string | null;
    metadata: Json<UploadMetadata>;
    size: Fixed<number>;
    received: Generated<number>;
    created_at: ColumnType<Date, never, never>;
    expires_at: Date;
    lease_holder: string | null;
    lease_until: Date | null;
    lease_wanted: Generated<boolean>;
  };
  upload_chunks: {
    upload_id: Fixed<string>;
    start: Fixed<number>;
    size: Fixed<number>;
    storage_key: Fixed<string>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends UploadTables {}
}
