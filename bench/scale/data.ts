import { sql } from 'kysely';
import { type Config, loadConfig } from '../../server/src/config/config.ts';
import type { Db } from '../../server/src/database/database.ts';
import { createPasswords } from '../../server/src/features/accounts/passwords/passwords.ts';
import { createTokens } from '../../server/src/features/accounts/sessions/jwt.ts';
import { memberId, sessionId, sqlName } from '../tokens/data.ts';

/** Connections of each process for requests. */
export const CONNECTIONS = 4;
export const MEMBERS = 400;
/** Each costs a token; each member can unlock each of them once. */
export const TOURS = 300;
export const PASSWORD = 'a quiet corridor at noon';

/** A password takes 32 ms of a core at its real cost: on two cores that would bound sign-ins, and not the processes. */
const QUICK_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Equal in all processes. */
export function configOf(dataDir: string): Config {
  const config = loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SECRET_KEY: 'a key for benchmarks, long enough for all',
  });
  return {
    ...config,
    role: 'web',
    // The load names the IP that each request comes from.
    trustedProxies: ['127.0.0.0/8'],
    reactionsPerMinute: 1_000_000,
    accounts: { ...config.accounts, hashCost: QUICK_HASH },
  };
}

export const emailOf = (number: number) => `member-${number}@example.org`;

/** Adds members 1 to `MEMBERS`, each with a session, a password and a token for each tour. @returns their access tokens */
export async function addMembers(db: Db, config: Config): Promise<string[]> {
  const passwordHash = await createPasswords(config).hash(PASSWORD);
  const name = (prefix: string) => sql.raw<string>(sqlName(prefix, 'n'));
  const numbers = sql`generate_series(1, ${MEMBERS}::int) AS n`;
  await sql`UPDATE experiences SET tokens_required = 1, part_of_package = false WHERE id <= ${TOURS}`.execute(
    db,
  );
  await sql`
    INSERT INTO members (id, email, first_name, password_hash, email_verified_at)
    SELECT ${name('m')}, 'member-' || n || '@example.org', 'A', ${passwordHash}, now() FROM ${numbers}
  `.execute(db);
  await sql`
    INSERT INTO member_sessions (id, member_id, salt)
    SELECT ${name('s')}, ${name('m')}, decode(md5(n::text), 'hex') FROM ${numbers}
  `.execute(db);
  await sql`
    SELECT grant_tokens(${name('m')}, 'topup', ${TOURS}::int, now() + interval '1 year', 'bench:' || n) FROM ${numbers}
  `.execute(db);
  await sql`ANALYZE`.execute(db);
  const tokens = createTokens(config);
  return Array.from({ length: MEMBERS }, (_, index) =>
    tokens.signAccess({ memberId: memberId(index + 1), sessionId: sessionId(index + 1) }),
  );
}
