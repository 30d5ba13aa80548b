import type { HiddenVisibility } from '@oriel/contract';
import { type RawBuilder, sql } from 'kysely';

/** Whether and for whom an experience opens. */
export interface StoredVisibility {
  /** Whether it is in lists. */
  isListed: boolean;
  /** Of one that is not listed; null for a withdrawn one. */
  visibility: HiddenVisibility | null;
}

/** Whether an experience opens by its URL for everybody, so that its free files have public URLs. */
export const opensForEverybody = ({ isListed, visibility }: StoredVisibility): boolean =>
  isListed || visibility === 'unlisted';

/** `opensForEverybody` of the row with this alias. */
export const opensForEverybodyInSql = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.is_listed`)} OR ${sql.ref(`${alias}.visibility`)} = 'unlisted')`;
