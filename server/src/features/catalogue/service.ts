import type { z } from 'zod';
import { type Db, inTransaction, sqlState, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { ExperienceChange, Media, NewCategory, NewExperience, NewSubcategory, NewTag } from './inputs.ts';
import type { AttachedMedia } from './media.ts';
import { experienceNotFound } from './not-found.ts';
import * as rows from './rows.ts';

export type { AccessGrants } from './access.ts';
export type { NewCategory, NewExperience, NewSubcategory, NewTag } from './inputs.ts';
export type { AttachedMedia, StoredPanorama } from './media.ts';
export { experienceNotFound } from './not-found.ts';
export { Catalogue } from './reading.ts';
export { experienceKey, findTitles } from './store.ts';

const UNIQUE_VIOLATION = '23505';
const REFUSED_BY_CONSTRAINT = new Set(['23503', '23514', '23502', '22003']);

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(400, 'invalid_request', `${issue?.path.join('.')}: ${issue?.message}`);
}

/** Tells the caller what a constraint of the database refused. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const state = sqlState(error) ?? '';
    if (state === UNIQUE_VIOLATION)
      throw new AppError(409, 'already_exists', 'There is already one with this name or number.');
    if (REFUSED_BY_CONSTRAINT.has(state)) {
      throw new AppError(
        400,
        'invalid_request',
        'A value is out of range, or names something that does not exist.',
      );
    }
    throw error;
  }
}

/**
 * Changes the catalogue in one transaction; once it is committed, the answers that are kept for guests are dropped, so
 * that the change shows at once.
 */
export async function changeCatalogue<T>(
  db: Db,
  cache: { clear(): void },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(db, work);
  cache.clear();
  return result;
}

/**
 * @returns its id
 * @throws {AppError} 400 `invalid_request`, 409 `already_exists`
 */
export async function createCategory(tx: Tx, input: NewCategory): Promise<number> {
  return explained(rows.insertCategory(tx, parse(NewCategory, input)));
}

/**
 * @returns its id
 * @throws {AppError} 400 `invalid_request`, 409 `already_exists`
 */
export async function createSubcategory(tx: Tx, input: NewSubcategory): Promise<number> {
  return explained(rows.insertSubcategory(tx, parse(NewSubcategory, input)));
}

/**
 * @returns its id
 * @throws {AppError} 400 `invalid_request`, 409 `already_exists`
 */
export async function createTag(tx: Tx, input: NewTag): Promise<number> {
  return explained(rows.insertTag(tx, parse(NewTag, input)));
}

/**
 * @returns its id
 * @throws {AppError} 400 `invalid_request`, 409 `already_exists`
 */
export async function createExperience(tx: Tx, input: NewExperience): Promise<number> {
  const [id] = await createExperiences(tx, [input]);
  if (id === undefined) throw new Error('an inserted experience has no id');
  return id;
}

/**
 * Creates many at once, at most a few thousand.
 *
 * @returns their ids in the same order @throws {AppError} 400 `invalid_request`, 409 `already_exists`
 */
export async function createExperiences(tx: Tx, inputs: readonly NewExperience[]): Promise<number[]> {
  const parsed = inputs.map((input) => parse(NewExperience, input));
  return explained(rows.insertExperiences(tx, parsed));
}

/**
 * Changes the fields that are named.
 *
 * @throws {AppError} 400 `invalid_request`, 404 `experience_not_found`, 409 `already_exists`
 */
export async function updateExperience(tx: Tx, id: number, change: ExperienceChange): Promise<void> {
  if (!(await explained(rows.updateExperienceRow(tx, id, parse(ExperienceChange, change)))))
    throw experienceNotFound();
}

/** Removes an experience with its counts and likes. @throws {AppError} 404 `experience_not_found` */
export async function deleteExperience(tx: Tx, id: number): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('experiences').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw experienceNotFound();
}

/** Lets an experience show a stored asset. @throws {AppError} 400 `invalid_request`, 404 `experience_not_found` */
export async function attachMedia(tx: Tx, experienceId: number, media: AttachedMedia): Promise<void> {
  const { mediaType, assetId, gated, file, panorama, thumbnail, thumbnails } = parse(Media, media);
  const { numUpdatedRows } = await tx
    .updateTable('experiences')
    .set({
      media_type: mediaType,
      asset_id: assetId,
      asset_gated: gated,
      asset_file: file,
      panorama: JSON.stringify(panorama),
      ...(thumbnail === undefined ? {} : { thumbnail }),
      ...(thumbnails === undefined ? {} : { thumbnails: JSON.stringify(thumbnails) }),
    })
    .where('id', '=', experienceId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw experienceNotFound();
}
