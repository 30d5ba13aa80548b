import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { presentTier } from './presentation.ts';

it('the SQL function is_plan_active agrees with presentTier', async () => {
  const database = await createTestDatabase(1);
  try {
    const times = [null, new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    for (const tier of ['Free', 'Plus', 'Pro'] as const)
      for (const tierUntil of times)
        for (const plusUntil of times) {
          const { rows } = await sql<{ active: boolean }>`
            SELECT is_plan_active(${tier}, ${tierUntil}, ${plusUntil}) AS active
          `.execute(database.db);
          const presented = presentTier({ tier, tier_until: tierUntil, plus_until: plusUntil });
          expect(rows, `${tier} ${tierUntil} ${plusUntil}`).toEqual([{ active: presented !== 'Free' }]);
        }
  } finally {
    await database.drop();
  }
});
