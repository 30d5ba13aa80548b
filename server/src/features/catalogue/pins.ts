import { MAX_PINS, PIN_UNITS_PER_DEGREE } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import type { ListQuery } from './cursor.ts';
import { findLocated, prepareList } from './list-store.ts';

/** Equal for lists with the same places. */
export function pinsKey({ sort: _, country, ...filters }: ListQuery): string {
  return JSON.stringify({ ...filters, country: country?.toLowerCase() });
}

/** @returns for each place its id, latitude and longitude in thousandths of a degree */
export async function readPins(db: Db, query: ListQuery): Promise<number[]> {
  const list = await prepareList(db, query);
  if (list === undefined) return [];
  const located = await findLocated(db, list, MAX_PINS);
  const inUnits = (degrees: number) => Math.round(degrees * PIN_UNITS_PER_DEGREE);
  return located.flatMap(({ id, latitude, longitude }) => [id, inUnits(latitude), inUnits(longitude)]);
}
