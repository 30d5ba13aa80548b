import type { SortOrder } from '@oriel/contract';
import type { Position } from './cursor.ts';

/** How a list of experiences `e` is sorted: by `key`, then by id in the same direction. In SQL. */
export interface Order {
  key: string;
  keyType: string;
  direction: 'ASC' | 'DESC';
  /** The comparison with a position that later rows fulfil. */
  beyond: '>' | '<';
}

const ASCENDING = { direction: 'ASC', beyond: '>' } as const;
const DESCENDING = { direction: 'DESC', beyond: '<' } as const;

export const ORDERS: Readonly<Record<SortOrder, Order>> = {
  featured: { key: 'e.sort_order', keyType: 'integer', ...ASCENDING },
  popular: { key: 'e.popularity', keyType: 'bigint', ...DESCENDING },
  new: { key: 'e.created_at', keyType: 'timestamptz', ...DESCENDING },
  rating: { key: 'COALESCE(e.rating, 0)', keyType: 'numeric', ...DESCENDING },
};

/** The order "featured" of the experiences of a tag, by its links `t`. */
export const TAG_ORDER: Order = { ...ORDERS.featured, key: 't.sort_order' };

/** A row's value of the sort key, as the driver reads it. */
export type SortKey = number | string | Date;

export function positionOf(id: number, key: SortKey, tier: 0 | 1, sort: SortOrder): Position {
  if (key instanceof Date) return { tier, key: key.toISOString(), id };
  return { tier, key: sort === 'rating' ? Number(key) : key, id };
}
