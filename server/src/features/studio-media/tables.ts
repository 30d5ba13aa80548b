import type { Generated, GeneratedAlways } from 'kysely';
import type { Fixed } from '../../database/columns.ts';
import type { StoredContent } from '../media/service.ts';

/** See `migrations/0050_studio_media.sql`. */
export interface StudioMediaTables {
  studio_media: {
    id: Fixed<string>;
    workspace_id: Fixed<string>;
    upload_id: Fixed<string>;
    added_by: Fixed<string>;
    file_name: Fixed<string>;
    is_flat: Fixed<boolean>;
    size: Fixed<number>;
    file_hash: string | null;
    state: Generated<'received' | 'checking' | 'preparing' | 'ready' | 'refused'>;
    progress: Generated<number>;
    kind: StoredContent['kind'] | null;
    width: number | null;
    height: number | null;
    duration: number | null;
    is_assumed: Generated<boolean>;
    has_preview: Generated<boolean>;
    asset_id: string | null;
    refusal_code: string | null;
    refusal_detail: string | null;
    created_at: GeneratedAlways<Date>;
    changed_at: Generated<Date>;
    sequence: GeneratedAlways<number>;
  };
  studio_media_removals: {
    id: Fixed<string>;
    removed_at: GeneratedAlways<Date>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends StudioMediaTables {}
}
