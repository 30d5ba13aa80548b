import type { Thumbnails } from '@oriel/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Fixed, Json } from '../../database/columns.ts';
import type { Manifest } from './manifest.ts';

type CreatedAt = ColumnType<Date, never, never>;

/** The tables of the media feature, described in `migrations/0003_media.sql`. */
export interface MediaTables {
  media_contents: {
    content_hash: string;
    kind: 'photo' | 'video' | 'image' | 'sound' | 'film';
    width: number | null;
    height: number | null;
    duration: number | null;
    size: number;
    manifest: Json<Manifest>;
    created_at: CreatedAt;
    /** See `migrations/0076_unused_contents.sql`. */
    unused_since: Date | null;
  };
  media_assets: {
    id: GeneratedAlways<string>;
    content_hash: string;
    gated: boolean;
    created_at: CreatedAt;
  };
  /** See `migrations/0052_media_storings.sql`. */
  media_storings: {
    attempt: Fixed<string>;
    content_hash: Fixed<string>;
    is_removal: Generated<boolean>;
    began_at: Generated<Date>;
  };
  media_thumbnail_removals: {
    id: Fixed<string>;
    queued_at: Generated<Date>;
    claimed_at: Date | null;
  };
  media_thumbnails: {
    id: string;
    content_hash: string;
    thumbnails: Json<Thumbnails>;
    created_at: CreatedAt;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends MediaTables {}
}
