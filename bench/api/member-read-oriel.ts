/** The real application with 1,000 experiences and 50 signed-in members, who have unlocked, like and pay for different ones. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { loadConfig } from '../../server/src/config/config.ts';
import { type Db, inTransaction } from '../../server/src/database/database.ts';
import { createTokens } from '../../server/src/features/accounts/sessions/jwt.ts';
import { attachMedia, updateExperience } from '../../server/src/features/catalogue/service.ts';
import { serve } from '../serve.ts';
import { openBench } from './site.ts';

const MEMBERS = 50;
const SECRET_KEY = 'a key for benchmarks, long enough for all';

const padded = (number: number) => String(number).padStart(22, '0');

/** Locks a third of the first page: one by a URL, the others by signed files. @returns all ids of the page */
async function lockSome(db: Db): Promise<number[]> {
  const page = await db
    .selectFrom('experiences')
    .select('id')
    .orderBy('sort_order')
    .orderBy('id')
    .limit(12)
    .execute();
  const ids = page.map(({ id }) => id);
  await inTransaction(db, async (tx) => {
    for (const [index, id] of ids.entries()) {
      const isLocked = index % 3 === 0;
      await updateExperience(tx, id, {
        tokensRequired: isLocked ? 100 : 0,
        partOfPackage: isLocked && index % 2 === 0,
      });
      if (!isLocked || index === 0) continue;
      await attachMedia(tx, id, {
        mediaType: 'photo',
        assetId: randomUUID(),
        gated: true,
        file: 'panorama.jpg',
        panorama: { initialView: { yaw: 0, pitch: 0 } },
      });
    }
  });
  return ids;
}

async function createMembers(db: Db, page: readonly number[]): Promise<string[]> {
  const tokens = createTokens({
    ...loadConfig({ DATA_DIR: '/nonexistent', SECRET_KEY }),
    secretKey: SECRET_KEY,
  });
  const accessTokens: string[] = [];
  for (let number = 0; number < MEMBERS; number += 1) {
    const memberId = `m_${padded(number)}`;
    const sessionId = `s_${padded(number)}`;
    await inTransaction(db, async (tx) => {
      await sql`
        INSERT INTO members (id, email, first_name, tier, tier_until)
        VALUES (${memberId}, ${`member-${number}@example.org`}, 'Anna',
          ${number % 3 === 0 ? 'Plus' : 'Free'}, ${number % 3 === 0 ? new Date(Date.now() + 86_400_000) : null})
      `.execute(tx);
      await sql`
        INSERT INTO member_sessions (id, member_id, salt) VALUES (${sessionId}, ${memberId}, '\\x00112233445566778899aabbccddeeff')
      `.execute(tx);
      await sql`
        SELECT grant_tokens(${memberId}, 'topup', 10000, now() + interval '1 year', ${`manual:bench:${number}`}, NULL, false)
      `.execute(tx);
      for (const [index, id] of page.entries()) {
        if (index % 3 === 0 && (index + number) % 2 === 0)
          await sql`SELECT unlock_experience(${memberId}, ${id}, 100)`.execute(tx);
        if ((index + number) % 4 === 0)
          await sql`
            INSERT INTO experience_likes (experience_id, member_id, created_at) VALUES (${id}, ${memberId}, now() - interval '1 day')
          `.execute(tx);
      }
    });
    accessTokens.push(tokens.signAccess({ memberId, sessionId }));
  }
  return accessTokens;
}

const bench = await openBench();
const { app, db } = await bench.site(1000, { logLevel: 'fatal' });
const page = await lockSome(db);
app.responseCache.clear();
const accessTokens = await createMembers(db, page);
await sql`VACUUM ANALYZE`.execute(db);

serve(bench, app, {
  async cpu() {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1000 };
  },
  async members() {
    return { accessTokens, tour: page[0] };
  },
});
