import type { SearchTexts } from '@oriel/contract';
import { Batch } from '../../batch.ts';
import type { Db } from '../../database/database.ts';
import type { StoredPanorama } from './media.ts';
import {
  CARD_COLUMNS,
  type CardRow,
  type ExperienceLookup,
  readCards,
  type StoredExperience,
} from './store.ts';

/** An experience with what the viewer needs, and the version of its tour that visitors see. */
export interface ViewedExperience {
  stored: StoredExperience;
  panorama: StoredPanorama | undefined;
  seo: SearchTexts | undefined;
  tourVersion: number | undefined;
}

interface Row extends CardRow {
  panorama: StoredPanorama | null;
  seo: SearchTexts | null;
  tourVersion: number | null;
}

type Column = ExperienceLookup['column'];

/** The property of a row that has the column's value. */
const PROPERTY = { id: 'id', slug: 'slug', legacy_id: 'legacyId' } as const satisfies Record<
  Column,
  keyof Row
>;

const VIEWED_COLUMNS = `${CARD_COLUMNS}, e.panorama, e.seo,
    (SELECT t.published_version FROM tours AS t WHERE t.experience_id = e.id) AS "tourVersion"`;

/** The values are in a subquery, so that PostgreSQL plans for any number of them, once. */
const statementFor = (column: Column, type: 'integer' | 'text') => `
  SELECT ${VIEWED_COLUMNS}
  FROM experiences AS e WHERE e.${column} = ANY ((SELECT $1::${type}[])::${type}[])`;

const STATEMENTS: Readonly<Record<Column, string>> = {
  id: statementFor('id', 'integer'),
  slug: statementFor('slug', 'text'),
  legacy_id: statementFor('legacy_id', 'integer'),
};

const BY_FORMER_SLUGS = `
  SELECT ${VIEWED_COLUMNS}, f.slug AS "formerSlug"
  FROM former_slugs AS f JOIN experiences AS e ON e.id = f.experience_id WHERE f.slug = ANY ((SELECT $1::text[])::text[])`;

function present(row: Row): ViewedExperience {
  return {
    stored: row,
    panorama: row.panorama ?? undefined,
    seo: row.seo ?? undefined,
    tourVersion: row.tourVersion ?? undefined,
  };
}

/** Reads experiences with what the viewer needs; those that are requested at the same time share a statement. */
export class ViewedExperiences {
  readonly #db: Db;
  readonly #batches: Readonly<Record<Column, Batch<number | string, ViewedExperience | undefined>>>;

  constructor(db: Db) {
    this.#db = db;
    const batchBy = (column: Column) =>
      new Batch((values: (number | string)[]) => this.#read(column, values));
    this.#batches = { id: batchBy('id'), slug: batchBy('slug'), legacy_id: batchBy('legacy_id') };
  }

  find({ column, value }: ExperienceLookup): Promise<ViewedExperience | undefined> {
    return this.#batches[column].get(value);
  }

  async #read(column: Column, values: (number | string)[]): Promise<(ViewedExperience | undefined)[]> {
    const rows = await readCards<Row>(this.#db, STATEMENTS[column], [values]);
    const found = new Map<unknown, ViewedExperience>();
    for (const row of rows) found.set(row[PROPERTY[column]], present(row));
    const missing = column === 'slug' ? values.filter((value) => !found.has(value)) : [];
    if (missing.length > 0) {
      const moved = await readCards<Row & { formerSlug: string }>(this.#db, BY_FORMER_SLUGS, [missing]);
      for (const { formerSlug, ...row } of moved) found.set(formerSlug, present(row));
    }
    return values.map((value) => found.get(value));
  }
}
