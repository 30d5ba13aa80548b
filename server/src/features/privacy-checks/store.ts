import type { PrivacyBasis, PrivacyRegion } from '@oriel/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { PrivacyCheckTables } from './tables.ts';

export type CheckRow = Selectable<PrivacyCheckTables['privacy_checks']>;

/** A picture by its workspace. */
export interface CheckPlace {
  workspaceId: string;
  /** A UUID. */
  asset: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NOW = sql<Date>`clock_timestamp()`;

export async function findCheck(
  db: Db | Tx,
  { workspaceId, asset }: CheckPlace,
): Promise<CheckRow | undefined> {
  return db
    .selectFrom('privacy_checks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('asset_id', '=', asset)
    .executeTakeFirst();
}

/** Those of the pictures that have a signed statement. @param assets UUIDs */
export async function findSigned(
  db: Db | Tx,
  workspaceId: string,
  assets: readonly string[],
): Promise<Set<string>> {
  if (assets.length === 0) return new Set();
  const rows = await db
    .selectFrom('privacy_checks')
    .select('asset_id')
    .where('workspace_id', '=', workspaceId)
    .where('asset_id', 'in', [...assets])
    .where('state', '=', 'signed')
    .execute();
  return new Set(rows.map(({ asset_id }) => asset_id));
}

/** What blur has made of pictures, by their assets; those that stayed as they are are absent. */
export async function findReplaced(
  db: Db | Tx,
  workspaceId: string,
  assets: readonly string[],
): Promise<Map<string, string>> {
  const uuids = assets.filter((asset) => UUID.test(asset));
  if (uuids.length === 0) return new Map();
  const rows = await db
    .selectFrom('privacy_checks')
    .select(['asset_id', 'replaced_by'])
    .where('workspace_id', '=', workspaceId)
    .where('asset_id', 'in', uuids)
    .execute();
  return new Map(rows.flatMap(({ asset_id, replaced_by }) => (replaced_by ? [[asset_id, replaced_by]] : [])));
}

type Change = Partial<
  Pick<
    CheckRow,
    'regions' | 'source_asset_id' | 'replaced_by' | 'failure' | 'basis' | 'stated_by' | 'stated_at'
  >
> & { state: CheckRow['state'] };

/** Writes a check, of which only what is named changes; a failure and a successor go with the state that they belong to. */
export async function writeCheck(
  db: Db | Tx,
  { workspaceId, asset }: CheckPlace,
  change: Change,
): Promise<void> {
  const { regions, ...rest } = change;
  const values = {
    failure: null,
    replaced_by: null,
    ...rest,
    ...(regions && { regions: JSON.stringify(regions) }),
    changed_at: NOW,
  };
  await db
    .insertInto('privacy_checks')
    .values({ workspace_id: workspaceId, asset_id: asset, regions: '[]', ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'asset_id']).doUpdateSet(values))
    .execute();
}

/** Other decisions about the same picture wait until the end of the transaction. */
export async function lockCheck(tx: Tx, { workspaceId, asset }: CheckPlace): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`privacy ${workspaceId} ${asset}`}, 0))`.execute(
    tx,
  );
}

/** A statement as it is signed now. */
export function statementOf(
  basis: PrivacyBasis,
  statedBy: string,
  regions: PrivacyRegion[],
): Pick<CheckRow, 'basis' | 'stated_by' | 'regions'> & { stated_at: Date } {
  return { basis, stated_by: statedBy, stated_at: new Date(), regions };
}
