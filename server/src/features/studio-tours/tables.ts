import type { TourDraft } from '@oriel/contract';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Fixed, Json } from '../../database/columns.ts';

/** See `migrations/0045_studio_tours.sql`. */
export interface StudioTourTables {
  studio_tours: {
    id: Fixed<string>;
    workspace_id: Fixed<string>;
    draft: Json<TourDraft>;
    revision: Generated<number>;
    changed_by: string;
    changed_at: Generated<Date>;
    created_at: GeneratedAlways<Date>;
    sequence: GeneratedAlways<number>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends StudioTourTables {}
}
