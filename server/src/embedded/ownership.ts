import type pg from 'pg';

/** Transfers all objects that earlier releases created as the superuser, except those of extensions. */
const COMMANDS = `
  WITH schemas AS (
    SELECT oid, nspname FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  ), of_extensions AS (
    SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
  )
  SELECT 1 AS step, format('ALTER SCHEMA %I OWNER TO %I', nspname, $1::text) AS command
  FROM schemas WHERE nspname <> 'public'
  UNION ALL
  SELECT 2, format('ALTER %s %s OWNER TO %I',
    CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
    class.oid::regclass, $1::text)
  FROM pg_class AS class JOIN schemas ON schemas.oid = relnamespace
  WHERE relkind IN ('r', 'p', 'S', 'v', 'm')
    AND NOT EXISTS (SELECT FROM of_extensions WHERE classid = 'pg_class'::regclass AND objid = class.oid)
    -- Sequences of columns follow their tables.
    AND NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype IN ('a', 'i')
        AND refobjsubid > 0
    )
  UNION ALL
  SELECT 3, format('ALTER ROUTINE %s OWNER TO %I', routine.oid::regprocedure, $1::text)
  FROM pg_proc AS routine JOIN schemas ON schemas.oid = pronamespace
  WHERE NOT EXISTS (SELECT FROM of_extensions WHERE classid = 'pg_proc'::regclass AND objid = routine.oid)
  UNION ALL
  SELECT 4, format('ALTER TYPE %s OWNER TO %I', type.oid::regtype, $1::text)
  FROM pg_type AS type JOIN schemas ON schemas.oid = typnamespace
  WHERE typtype IN ('e', 'd', 'r')
    AND NOT EXISTS (SELECT FROM of_extensions WHERE classid = 'pg_type'::regclass AND objid = type.oid)
  ORDER BY step
`;

/** Makes a role the owner of a database and of its content, in one transaction. @param client a superuser, connected to it */
export async function transferOwnership(client: pg.Client, database: string, role: string): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [database],
  );
  if (rows[0]?.owner === role) return;
  await client.query('BEGIN');
  try {
    const commands = await client.query<{ command: string }>(COMMANDS, [role]);
    for (const { command } of commands.rows) await client.query(command);
    await client.query(
      `ALTER DATABASE ${client.escapeIdentifier(database)} OWNER TO ${client.escapeIdentifier(role)}`,
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
