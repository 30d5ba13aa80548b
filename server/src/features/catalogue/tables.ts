import type { HiddenVisibility, MediaType, SearchTexts, Thumbnails } from '@oriel/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json } from '../../database/columns.ts';
import type { StoredPlace } from './inputs.ts';
import type { StoredPanorama } from './media.ts';

type Id = Generated<number>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;
export interface CategoryTable {
  id: Id;
  name: string;
  name_key: string;
  description: string | null;
  icon: string | null;
  cover_tour: string | null;
  created_at: CreatedAt;
  position: Generated<number>;
  revision: Generated<number>;
  changed_by: string | null;
  changed_at: Generated<Date>;
}

export interface SubcategoryTable extends CategoryTable {
  category_id: number;
}

export interface TagTable {
  id: Id;
  name: string;
  name_key: string;
  category_id: number | null;
  is_active: Generated<boolean>;
  position: Generated<number>;
  revision: Generated<number>;
  changed_by: string | null;
  changed_at: Generated<Date>;
}

export interface ExperienceTable {
  id: Id;
  slug: string;
  legacy_id: number | null;
  title: string | null;
  property_name: string | null;
  description: Generated<string>;
  country: string | null;
  city: string | null;
  category_id: number | null;
  subcategory_id: number | null;
  button_title: string | null;
  /** PostgreSQL's `numeric`, which the driver reads as text. */
  rating: ColumnType<string | null, number | null, number | null>;
  sort_order: Generated<number>;
  tokens_required: Generated<number>;
  part_of_package: Generated<boolean>;
  media_type: Generated<MediaType>;
  media_address: string | null;
  asset_id: string | null;
  asset_gated: Generated<boolean>;
  asset_file: string | null;
  panorama: Json<StoredPanorama | null, string | null>;
  thumbnail: string | null;
  thumbnails: Json<Thumbnails | null, string | null>;
  latitude: number | null;
  longitude: number | null;
  place: Json<StoredPlace | null, string | null>;
  seo: Json<SearchTexts | null, string | null>;
  is_listed: Generated<boolean>;
  /** See `migrations/0055_visibility.sql`. */
  visibility: HiddenVisibility | null;
  popularity: Generated<number>;
  /** These four are maintained by triggers (see `sql/catalogue.sql`). */
  category_names: GeneratedAlways<string[]>;
  tag_names: GeneratedAlways<string[]>;
  view_count: Generated<number>;
  like_count: Generated<number>;
  created_at: CreatedAt;
  /** When visible data last changed; set by a trigger (see `migrations/0013_tour_changes.sql`). */
  changed_at: Generated<Date>;
}

/** The tables of the catalogue, described in `migrations/0002_catalogue.sql`. */
export interface CatalogueTables {
  categories: CategoryTable;
  subcategories: SubcategoryTable;
  tags: TagTable;
  experiences: ExperienceTable;
  experience_tags: { tag_id: number; experience_id: number; sort_order: number };
  experience_further_categories: { experience_id: number; category_id: number };
  experience_counters: {
    experience_id: number;
    shard: number;
    views: Generated<number>;
    likes: Generated<number>;
    is_fresh: Generated<boolean>;
  };
  /** See `migrations/0058_statistics.sql`. */
  experience_views: { experience_id: number; day: ColumnType<string>; shard: number; views: number };
  experience_likes: {
    experience_id: number;
    member_id: string | null;
    session_hash: Buffer | null;
    created_at: CreatedAt;
  };
  experience_search: { experience_id: number; headline: string; document: string };
  list_sizes: {
    kind: GeneratedAlways<'all' | 'category' | 'subcategory' | 'tag'>;
    list_id: GeneratedAlways<number>;
    size: GeneratedAlways<number>;
  };
  /** See `migrations/0046_catalogue_desk.sql`. */
  list_redirects: {
    kind: 'category' | 'subcategory' | 'tag';
    former_id: number | null;
    former_key: string | null;
    list_id: number;
  };
  /** See `migrations/0054_former_slugs.sql`; written by a trigger. */
  former_slugs: { slug: GeneratedAlways<string>; experience_id: GeneratedAlways<number> };
  search_words: { word: GeneratedAlways<string>; documents: GeneratedAlways<number> };
}

declare module '../../database/schema.ts' {
  interface Schema extends CatalogueTables {}
}
