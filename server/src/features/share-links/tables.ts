import type { Generated, GeneratedAlways } from 'kysely';
import type { Fixed } from '../../database/columns.ts';

/** See `migrations/0056_share_links.sql`. */
export interface ShareLinkTables {
  share_links: {
    id: Fixed<string>;
    tour_id: Fixed<string>;
    label: string;
    digest: Buffer | null;
    password_hash: string | null;
    expires_at: Date | null;
    max_openings: number | null;
    openings: Generated<number>;
    last_opened_at: Date | null;
    created_by: Fixed<string>;
    created_at: GeneratedAlways<Date>;
    revoked_at: Date | null;
  };
  share_link_visits: { digest: Fixed<Buffer>; link_id: Fixed<string>; expires_at: Fixed<Date> };
}

declare module '../../database/schema.ts' {
  interface Schema extends ShareLinkTables {}
}
