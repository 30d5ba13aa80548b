import type { Tour } from '@oriel/contract';
import type { GeneratedAlways } from 'kysely';
import type { Fixed, Json } from '../../database/columns.ts';

/** The tables of the tours feature, described in `migrations/0030_tours.sql`. */
export interface TourTables {
  tours: {
    experience_id: Fixed<number>;
    latest_version: number;
    published_version: number | null;
    published_at: Date | null;
  };
  tour_versions: {
    experience_id: Fixed<number>;
    version: Fixed<number>;
    document: Json<Tour, string>;
    saved_by: Fixed<string>;
    saved_at: GeneratedAlways<Date>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends TourTables {}
}
