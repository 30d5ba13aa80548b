import type { ColumnType, Generated } from 'kysely';

/** See `migrations/0025_idempotency_and_sandbox.sql`. */
export interface IdempotencyTables {
  idempotency_keys: {
    member_id: string;
    key: string;
    request_digest: Buffer;
    claimed_until: Date;
    /** Null until the first request completes. */
    status: number | null;
    response: ColumnType<unknown, string | null, string | null>;
    created_at: Generated<Date>;
  };
}

declare module '../database/schema.ts' {
  interface Schema extends IdempotencyTables {}
}
