import type { Generated } from 'kysely';
import type { Fixed } from '../../database/columns.ts';

/** What members list: what they have saved, and what they viewed last. */
export type ListKind = 'saved' | 'recent';

/** See `migrations/0036_saved_experiences.sql`. */
export interface SavedTables {
  listed_experiences: {
    member_id: Fixed<string>;
    kind: Fixed<ListKind>;
    experience_id: Fixed<number>;
    at: Generated<Date>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends SavedTables {}
}
