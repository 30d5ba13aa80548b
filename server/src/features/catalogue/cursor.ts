import { hash } from 'node:crypto';
import type { MediaType, PriceFilter, SortOrder } from '@oriel/contract';
import { AppError } from '../../errors.ts';

/** The filters and the order of a list, without the page size. */
export interface ListQuery {
  categoryId: number | undefined;
  subcategoryId: number | undefined;
  tagId: number | undefined;
  q: string | undefined;
  price?: PriceFilter | undefined;
  mediaType?: MediaType | undefined;
  country?: string | undefined;
  sort: SortOrder;
}

/** The position of a row in a list: the point from which the next page continues. */
export interface Position {
  /** For searches: 0 for matches in headlines, which come first; 1 for other matches. */
  tier: 0 | 1;
  /** The row's value of the sort key: a number, or an ISO 8601 time. */
  key: number | string;
  id: number;
}

const MAX_ID = 2_147_483_647;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A short hash of the query, which binds a cursor to it. */
function fingerprint(query: ListQuery): string {
  const { categoryId, subcategoryId, tagId, q, sort, price, mediaType, country } = query;
  const properties = price || mediaType || country ? [price ?? '', mediaType ?? '', country ?? ''] : [];
  const text = JSON.stringify([
    categoryId ?? 0,
    subcategoryId ?? 0,
    tagId ?? 0,
    q ?? '',
    sort,
    ...properties,
  ]);
  return hash('sha256', text, 'base64url').slice(0, 12);
}

export function encodeCursor(query: ListQuery, position: Position): string {
  const parts = [fingerprint(query), position.tier, position.key, position.id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Whether PostgreSQL reads a text of the form `TIME` as a time: it has no year 0 and no 30 February. */
function isTime(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && text >= '0001' && new Date(time).toISOString() === text;
}

function isKeyOf(sort: SortOrder, key: unknown): key is number | string {
  if (sort === 'new') return typeof key === 'string' && TIME.test(key) && isTime(key);
  return typeof key === 'number' && (sort === 'rating' ? key >= 0 && key <= 5 : Number.isSafeInteger(key));
}

function isInteger(value: unknown, minimum: number, maximum: number): value is number {
  return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
}

/** The position in a cursor that may belong to another query; undefined if it is malformed. */
export function parseCursor(
  sort: SortOrder,
  cursor: string,
): { fingerprint: string; position: Position } | undefined {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 4) return undefined;
  const [bound, tier, key, id]: unknown[] = parts;
  if (typeof bound !== 'string' || (tier !== 0 && tier !== 1)) return undefined;
  if (!isKeyOf(sort, key) || !isInteger(id, 1, MAX_ID)) return undefined;
  if (sort === 'featured' && !isInteger(key, -MAX_ID - 1, MAX_ID)) return undefined;
  return { fingerprint: bound, position: { tier, key, id } };
}

/** @throws {AppError} 400 `invalid_cursor` when it is malformed or belongs to another query */
export function decodeCursor(query: ListQuery, cursor: string): Position {
  const parsed = parseCursor(query.sort, cursor);
  if (parsed?.fingerprint === fingerprint(query)) return parsed.position;
  throw new AppError(400, 'invalid_cursor', 'This page of the list cannot be found. Please start again.');
}
