import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../src/config/config.ts';
import { type Db, inTransaction } from '../src/database/database.ts';
import { createTokens } from '../src/features/accounts/sessions/jwt.ts';

/** A member who is signed in. */
export interface SignedInMember {
  id: string;
  /** An access token. */
  token: string;
}

/** Creates members with bought tokens, without the sign-up: for tests and benchmarks with many of them. */
export async function insertMembers(
  db: Db,
  config: Pick<Config, 'secretKey' | 'publicUrl'>,
  count: number,
  tokens = 10_000,
): Promise<SignedInMember[]> {
  const { signAccess } = createTokens(config);
  const newId = (prefix: string) => `${prefix}_${randomBytes(16).toString('base64url')}`;
  return Promise.all(
    Array.from({ length: count }, async () => {
      const memberId = newId('m');
      const sessionId = newId('s');
      await inTransaction(db, async (tx) => {
        await tx
          .insertInto('members')
          .values({ id: memberId, email: `${memberId}@example.org`.toLowerCase(), first_name: 'Anna' })
          .execute();
        await tx
          .insertInto('member_sessions')
          .values({ id: sessionId, member_id: memberId, salt: randomBytes(16) })
          .execute();
        await sql`
          SELECT grant_tokens(${memberId}, 'topup', ${tokens}, now() + interval '1 year', ${`manual:${memberId}`}, NULL, false)
        `.execute(tx);
      });
      return { id: memberId, token: signAccess({ memberId, sessionId }) };
    }),
  );
}
