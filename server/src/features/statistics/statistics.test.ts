import type { Problem, TourStatistics } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Db, inTransaction } from '../../database/database.ts';
import { usePublisher } from '../studio-tours/publication.fixture.ts';
import type { Member } from '../workspaces/workspaces.fixture.ts';
import { countDays } from './store.ts';

const { site, cast, given, send, published } = usePublisher();

const today = () => new Date().toISOString().slice(0, 10);

async function read<T = TourStatistics>(
  tourId: string,
  range: Record<string, string> = {},
  as: Member = cast.roles.viewer,
  workspace = cast.workspace,
) {
  const query = new URLSearchParams({ workspace, ...range });
  return site.send<T>('GET', `/api/studio/tours/${tourId}/statistics?${query}`, as);
}

const idOf = async (slug: string) =>
  (await site.db.selectFrom('experiences').select('id').where('slug', '=', slug).executeTakeFirstOrThrow())
    .id;

/** Pays for a tour, as it was at a moment of the past. */
async function unlockAt(db: Db, experienceId: number, moment: string, tokens: number): Promise<void> {
  const { user } = await site.join();
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO ledger_transactions (kind, reference, member_id)
      VALUES ('unlock', ${`unlock:${user.id}:${experienceId}`}, ${user.id}) RETURNING id`.execute(tx);
    const id = rows[0]?.id;
    await sql`
      INSERT INTO ledger_entries (transaction_id, account, amount)
      VALUES (${id}, 'tours', ${tokens}), (${id}, 'sales', ${-tokens})`.execute(tx);
    await sql`
      INSERT INTO unlocks (member_id, experience_id, tokens, transaction_id, created_at)
      VALUES (${user.id}, ${experienceId}, ${tokens}, ${id}, ${moment}::timestamptz)`.execute(tx);
  });
}

const likeAt = (db: Db, experienceId: number, moment: string) =>
  sql`INSERT INTO experience_likes (experience_id, member_id, created_at)
    VALUES (${experienceId}, ${`m_${moment}`}, ${moment}::timestamptz)`.execute(db);

const viewsAt = (db: Db, experienceId: number, day: string, views: number) =>
  sql`INSERT INTO experience_views (experience_id, day, shard, views)
    VALUES (${experienceId}, ${day}::date, 1, ${views})`.execute(db);

describe('statistics of a tour', () => {
  it('count what visitors and members do today', async () => {
    const { id } = await published({ price: 40 });
    const before = today();
    await Promise.all(Array.from({ length: 20 }, () => site.send('POST', `/api/vr360/${given.slug}/view`)));
    const member = await site.memberWith(100);
    await site.send('POST', `/api/vr360/${given.slug}/like`, member);
    await site.send('POST', `/api/vr360/${given.slug}/like`, member);
    expect((await site.unlock(member, given.slug)).status).toBe(200);
    const { status, body } = await read(id);
    expect(status).toBe(200);
    const totals = { views: 20, likes: 1, unlocks: 1, tokens: 40 };
    expect(body).toMatchObject({ timeZone: 'UTC', from: null, totals, undated: { views: 0, likes: 0 } });
    // Midnight may have passed meanwhile.
    if (before === today()) expect(body.days).toEqual([{ day: before, ...totals }]);
  });

  it('tell days in UTC apart, of the past too, whatever the time zone of the session', async () => {
    const { id } = await published();
    const experience = await idOf(given.slug);
    const offsets = ['2026-03-01T00:30:00+14:00', '2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z'];
    for (const moment of offsets) {
      await likeAt(site.db, experience, moment);
      await unlockAt(site.db, experience, moment, 7);
    }
    await viewsAt(site.db, experience, '2026-03-01', 5);
    const february = { day: '2026-02-28', views: 0, likes: 2, unlocks: 2, tokens: 14 };
    const march = { day: '2026-03-01', views: 5, likes: 1, unlocks: 1, tokens: 7 };
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
      const days = await site.db.transaction().execute(async (tx) => {
        await sql`SELECT set_config('TimeZone', ${zone}, true)`.execute(tx);
        return countDays(tx, experience, { from: '2026-02-28', to: '2026-03-01' });
      });
      expect(days, zone).toEqual([february, march]);
    }
    const daysOf = async (range: Record<string, string>) => (await read(id, range)).body.days;
    expect(await daysOf({ from: '2026-02-28', to: '2026-02-28' })).toEqual([february]);
    expect(await daysOf({ from: '2026-03-01', to: '2026-03-31' })).toEqual([march]);
    expect(await daysOf({})).toEqual([february, march]);
    expect((await read(id, { from: '2026-03-01' })).body.totals).toMatchObject({ views: 5, tokens: 7 });
  });

  it('say which views and likes have no day', async () => {
    const { id } = await published();
    const experience = await idOf(given.slug);
    await sql`INSERT INTO experience_counters (experience_id, shard, views, likes)
      VALUES (${experience}, 15, 1000, 3)`.execute(site.db);
    await site.send('POST', `/api/vr360/${given.slug}/view`);
    const { body } = await read(id);
    expect(body.undated).toEqual({ views: 1000, likes: 3 });
    expect(body.totals.views).toBe(1);
  });

  it('are empty before a publication, and refused for what is no range', async () => {
    const { body: tour } = await send('POST', '', { body: { title: 'A draft' } });
    const totals = { views: 0, likes: 0, unlocks: 0, tokens: 0 };
    expect((await read(tour.id)).body).toMatchObject({ totals, days: [], undated: { views: 0, likes: 0 } });
    for (const range of [{ from: '2026-02-30' }, { to: 'today' }, { from: '2026-03-02', to: '2026-03-01' }])
      expect((await read(tour.id, range)).status).toBe(400);
  });

  it('belong to the workspace', async () => {
    const { id } = await published();
    const { other, neighbour } = cast;
    const refused = await read<Problem>(id, {}, neighbour, other);
    expect([refused.status, refused.body.code]).toEqual([404, 'tour_not_found']);
    expect((await read(id, {}, neighbour)).status).toBe(404);
  });
});
