import type { Category, Subcategory, Tag } from '@oriel/contract';
import { type Api, ApiError, errorMessage } from '../../api.ts';

export async function fetchCategories(client: Api): Promise<Category[]> {
  return (await client('GET /api/categories', {})).data;
}

/** Undefined where there is none. @param id as in the URL; the server validates it */
export async function fetchCategory(client: Api, id: string): Promise<Category | undefined> {
  try {
    return (await client('GET /api/categories/:id', { params: { id } })).data;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}

/** The tags of one category, or all. */
export async function fetchTags(client: Api, categoryId?: number): Promise<Tag[]> {
  return (await client('GET /api/tags', { query: { categoryId } })).data.tags;
}

export async function fetchSubcategories(client: Api, categoryId: number): Promise<Subcategory[]> {
  return (await client('GET /api/categories/:id/subcategories', { params: { id: categoryId } })).data;
}

/** An API error is shown in place of its response; any other error is a bug and is thrown. */
export type Outcome<T> = { value: T; failure?: undefined } | { value?: undefined; failure: string };

/** @param fallback the message for failures that the server did not explain */
export async function outcomeOf<T>(work: Promise<T>, fallback: string): Promise<Outcome<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: errorMessage(error, fallback) };
  }
}
