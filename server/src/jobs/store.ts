import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { TRACE_FIELD } from './job-trace.ts';

/** Those of the payloads that no job of these queues holds, waiting or running. */
export async function findWithoutJob<Payload>(
  db: Db,
  queues: readonly string[],
  payloads: readonly Payload[],
): Promise<Payload[]> {
  const { rows } = await sql<{ payload: Payload }>`
    SELECT payload FROM jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) AS wanted (payload)
    WHERE NOT EXISTS (
      SELECT FROM pgboss.job
      WHERE name = ANY (${queues}::text[]) AND state < 'completed' AND data - ${TRACE_FIELD}::text = payload
    )
  `.execute(db);
  return rows.map(({ payload }) => payload);
}
