import type { HiddenVisibility } from '@oriel/contract';
import type { z } from 'zod';
import { type Db, inTransaction, sqlState, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import {
  CoverChange,
  ExperienceChange,
  Media,
  NewCategory,
  NewExperience,
  NewSubcategory,
  NewTag,
} from './inputs.ts';
import type { AttachedMedia } from './media.ts';
import { experienceNotFound } from './store.ts';
import * as store from './write-store.ts';

const UNIQUE_VIOLATION = '23505';
const CONSTRAINT_VIOLATIONS = new Set(['23503', '23514', '23502', '22003']);

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(400, 'invalid_request', `${issue?.path.join('.')}: ${issue?.message}`);
}

/** Turns violated constraints of the database into errors for the caller. */
async function withConstraintErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const state = sqlState(error) ?? '';
    if (state === UNIQUE_VIOLATION)
      throw new AppError(409, 'already_exists', 'There is already one with this name or number.');
    if (CONSTRAINT_VIOLATIONS.has(state)) {
      throw new AppError(
        400,
        'invalid_request',
        'A value is out of range, or names something that does not exist.',
      );
    }
    throw error;
  }
}

/** Changes the catalogue in one transaction, then clears the cached responses, so that the change is visible at once. */
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
  return withConstraintErrors(store.insertCategory(tx, parse(NewCategory, input)));
}

/**
 * @returns its id
 * @throws {AppError} 400 `invalid_request`, 409 `already_exists`
 */
export async function createSubcategory(tx: Tx, input: NewSubcategory): Promise<number> {
  return withConstraintErrors(store.insertSubcategory(tx, parse(NewSubcategory, input)));
}

/**
 * Says what stands for a category or a subcategory.
 *
 * @throws {AppError} 400 `invalid_request`
 */
export async function changeCover(
  tx: Tx,
  list: 'categories' | 'subcategories',
  id: number,
  cover: CoverChange,
): Promise<void> {
  await store.setCover(tx, list, id, parse(CoverChange, cover));
}

/**
 * @returns its id
 * @throws {AppError} 400 `invalid_request`, 409 `already_exists`
 */
export async function createTag(tx: Tx, input: NewTag): Promise<number> {
  return withConstraintErrors(store.insertTag(tx, parse(NewTag, input)));
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
 * Creates several experiences, at most a few thousand.
 *
 * @returns their ids in the same order
 * @throws {AppError} 400 `invalid_request`, 409 `already_exists`
 */
export async function createExperiences(tx: Tx, inputs: readonly NewExperience[]): Promise<number[]> {
  const parsed = inputs.map((input) => parse(NewExperience, input));
  return withConstraintErrors(store.insertExperiences(tx, parsed));
}

/**
 * Updates the given fields.
 *
 * @throws {AppError} 400 `invalid_request`, 404 `experience_not_found`, 409 `already_exists`
 */
export async function updateExperience(tx: Tx, id: number, change: ExperienceChange): Promise<void> {
  if (!(await withConstraintErrors(store.updateExperienceRow(tx, id, parse(ExperienceChange, change)))))
    throw experienceNotFound();
}

/**
 * Withdraws an experience: lists, searches and strangers do not find it any more; who unlocked it still opens it.
 *
 * @throws {AppError} 404 `experience_not_found`
 */
export async function withdrawExperience(tx: Tx, id: number): Promise<void> {
  if (!(await store.unlistExperience(tx, id, null))) throw experienceNotFound();
}

/**
 * Takes an experience out of lists and searches without withdrawing it.
 *
 * @param visibility for whom it opens at its URL
 * @throws {AppError} 404 `experience_not_found`
 */
export async function hideExperience(tx: Tx, id: number, visibility: HiddenVisibility): Promise<void> {
  if (!(await store.unlistExperience(tx, id, visibility))) throw experienceNotFound();
}

/** Puts a hidden experience back into lists. @throws {AppError} as `restoreExperience` */
export async function listExperience(tx: Tx, id: number, tagIds: number[]): Promise<void> {
  await restoreExperience(tx, id, { tagIds });
}

/**
 * Updates an experience, and puts it into lists if it was in none.
 *
 * @throws {AppError} 400 `invalid_request`, 404 `experience_not_found`, 409 `already_exists`
 */
export async function restoreExperience(
  tx: Tx,
  id: number,
  fields: ExperienceChange & { tagIds: number[] },
): Promise<void> {
  await store.listExperience(tx, id);
  await updateExperience(tx, id, fields);
}

/** Deletes an experience with its counts and likes. @throws {AppError} 404 `experience_not_found` */
export async function deleteExperience(tx: Tx, id: number): Promise<void> {
  if (!(await store.deleteExperienceRow(tx, id))) throw experienceNotFound();
}

/** Attaches a stored asset to an experience. @throws {AppError} 400 `invalid_request`, 404 `experience_not_found` */
export async function attachMedia(tx: Tx, experienceId: number, media: AttachedMedia): Promise<void> {
  if (!(await store.setMedia(tx, experienceId, parse(Media, media)))) throw experienceNotFound();
}
