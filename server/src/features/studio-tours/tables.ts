import type { TourDraft, Visibility } from '@oriel/contract';
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
    experience_id: number | null;
    state: Generated<'draft' | 'published' | 'withdrawn'>;
    /** See `migrations/0055_visibility.sql`. */
    visibility: Generated<Visibility>;
    published_revision: number | null;
    published_at: Date | null;
    /** See `migrations/0062_scheduled_publications.sql`. */
    publish_at: Date | null;
    withdraw_at: Date | null;
    scheduled_by: string | null;
    schedule_problem: string | null;
    schedule_problem_at: Date | null;
    sequence: GeneratedAlways<number>;
  };
  /** See `migrations/0049_publications.sql`. */
  studio_tour_versions: {
    tour_id: Fixed<string>;
    version: Fixed<number>;
    draft: Json<TourDraft>;
    published_by: Fixed<string>;
    published_at: GeneratedAlways<Date>;
  };
}

export interface TourSubmissionTables {
  /** See `migrations/0070_tour_submissions.sql`. */
  tour_submissions: {
    tour_id: Fixed<string>;
    revision: number;
    draft: Json<TourDraft>;
    note: string;
    submitted_by: string;
    submitted_at: Date;
    returned_by: string | null;
    returned_at: Date | null;
    return_note: string | null;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends StudioTourTables, TourSubmissionTables {}
}
