import type { PlaceSheet, Tour } from '@oriel/contract';
import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';

/** An experience with a version of its tour document. */
export interface ExperienceWithTour {
  slug: string;
  title: string | null;
  propertyName: string | null;
  description: string;
  buttonTitle: string | null;
  country: string | null;
  city: string | null;
  category: number | null;
  subcategory: number | null;
  tags: number[];
  price: number;
  isInPlans: boolean;
  latitude: number | null;
  longitude: number | null;
  place: Pick<PlaceSheet, 'facts' | 'access' | 'website'> | null;
  seo: { title: string; description: string } | null;
  document: Tour;
}

/** @returns undefined where the experience is in no list, or has no such version */
export async function findWithTour(
  tx: Tx,
  experienceId: number,
  version: 'published' | 'latest',
): Promise<ExperienceWithTour | undefined> {
  return tx
    .selectFrom('experiences as e')
    .innerJoin('tours as t', 't.experience_id', 'e.id')
    .innerJoin('tour_versions as v', (join) =>
      join
        .onRef('v.experience_id', '=', 't.experience_id')
        .onRef('v.version', '=', `t.${version}_version` as const),
    )
    .select([
      'e.slug',
      'e.title',
      'e.property_name as propertyName',
      'e.description',
      'e.button_title as buttonTitle',
      'e.country',
      'e.city',
      'e.category_id as category',
      'e.subcategory_id as subcategory',
      sql<number[]>`ARRAY(
        SELECT tag_id FROM experience_tags WHERE experience_id = e.id ORDER BY tag_id
      )`.as('tags'),
      'e.tokens_required as price',
      'e.part_of_package as isInPlans',
      'e.latitude',
      'e.longitude',
      'e.place',
      'e.seo',
      'v.document',
    ])
    .where('e.id', '=', experienceId)
    .where('e.is_listed', '=', true)
    .executeTakeFirst();
}

/** The tour of a studio that an experience belongs to; other changes of it wait until the end of the transaction. */
export async function lockTourOf(
  tx: Tx,
  experienceId: number,
): Promise<{ id: string; workspaceId: string } | undefined> {
  return tx
    .selectFrom('studio_tours')
    .select(['id', 'workspace_id as workspaceId'])
    .where('experience_id', '=', experienceId)
    .forUpdate()
    .executeTakeFirst();
}
