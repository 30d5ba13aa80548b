import type { PlannedWorkspace, PlanUse, Problem, StudioTour, WorkspacePlan } from '@oriel/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { race, raceTimeoutMs, repeatRace } from '../../../testing/index.ts';
import { useWalletApp } from '../../../testing/use-app.ts';
import { type Member, useCast } from '../workspaces/workspaces.fixture.ts';

const site = useWalletApp([
  { slug: 'viewed', title: 'Viewed' },
  { slug: 'of-others', title: 'Of others' },
]);
const cast = useCast(site);
beforeEach(async () => {
  await site.db.deleteFrom('studio_tours').execute();
  await site.db.deleteFrom('uploads').execute();
  await site.db.updateTable('workspaces').set({ plan: null, storage_bytes: null }).execute();
});

const GB = 1024 ** 3;

async function call<T>(
  method: string,
  path: string,
  {
    body,
    as = cast.roles.editor,
    revision,
  }: {
    body?: object;
    as?: Member;
    revision?: number;
  } = {},
) {
  const response = await fetch(`${site.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(revision !== undefined && { 'if-match': `"${revision}"` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T & Problem };
}

const inWorkspace = (path: string) => `studio/${path}?workspace=${cast.workspace}`;
const scenes = (count: number) => ({
  version: 1,
  start: 's0',
  scenes: Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    title: 'Room',
    media: `a_${'A'.repeat(22)}`,
  })),
});
const begin = (document: object | null = null) =>
  call<StudioTour>('POST', inWorkspace('tours'), { body: { title: 'Rooms', document } });
const change = (id: string, revision: number, body: object) =>
  call<StudioTour>('PATCH', inWorkspace(`tours/${id}`), { body, revision });
const give = (plan: WorkspacePlan | null, as = cast.staff.operator) =>
  call('POST', `console/plans/${cast.workspace}`, { body: { plan }, as });
const readUse = async () => (await call<PlanUse>('GET', inWorkspace('plan'))).body;

async function upload(size: number): Promise<{ status: number; detail: string }> {
  const response = await fetch(`${site.url}/api/${inWorkspace('uploads')}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${cast.roles.editor.token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from(`${size}-${Math.random()}.jpg`).toString('base64')}`,
    },
  });
  const text = await response.text();
  return { status: response.status, detail: text.startsWith('{') ? JSON.parse(text).detail : '' };
}

describe('the plan of a workspace', () => {
  it('is none at first, and limits bytes alone', async () => {
    expect(await readUse()).toEqual({
      plan: null,
      planName: '',
      limits: { seats: null, tours: null, scenes: null, bytes: 200 * GB, monthlyViews: null },
      use: { seats: 5, tours: 0, scenes: 0, bytes: 0, monthlyViews: 0 },
    });
  });

  it.each([
    ['free', 'Free', { seats: null, tours: 3, scenes: 50, bytes: GB, monthlyViews: 5000 }],
    ['pro', 'Pro', { seats: null, tours: 50, scenes: 1000, bytes: 50 * GB, monthlyViews: 100_000 }],
    ['teams', 'Teams', { seats: 5, tours: 50, scenes: 1000, bytes: 200 * GB, monthlyViews: 500_000 }],
    [
      'enterprise',
      'Enterprise',
      { seats: null, tours: null, scenes: null, bytes: 200 * GB, monthlyViews: null },
    ],
  ] as const)('%s allows what the pricing page says', async (plan, planName, limits) => {
    expect((await give(plan)).status).toBe(200);
    expect(await readUse()).toMatchObject({ plan, planName, limits });
  });

  it('is given by the staff that may, and written down', async () => {
    await give('free');
    await give('free');
    await give('pro');
    const { body } = await call<{ workspaces: PlannedWorkspace[] }>('GET', 'console/plans', {
      as: cast.staff.operator,
    });
    expect(body.workspaces).toContainEqual({
      id: cast.workspace,
      name: 'Oriel',
      plan: 'pro',
      tours: 0,
      scenes: 0,
      monthlyViews: 0,
      monthlyViewsLimit: 100_000,
    });
    for (const member of [cast.roles.owner, cast.staff.support])
      expect((await give('enterprise', member)).body.code).toBe('not_permitted');
    expect(
      (await call('POST', 'console/plans/w_x', { body: { plan: 'pro' }, as: cast.staff.owner })).status,
    ).toBe(404);
    const events = await site.db
      .selectFrom('audit_events')
      .select(['before', 'after', 'actor_id'])
      .where('action', '=', 'workspace.plan-changed')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    const actor_id = cast.staff.operator.user.id;
    expect(events).toEqual([
      { before: { plan: 'free' }, after: { plan: 'pro' }, actor_id },
      { before: { plan: null }, after: { plan: 'free' }, actor_id },
    ]);
  });
});

describe('views in a month', () => {
  it('are those of the tours of the workspace since it began; beyond the plan nothing is shut', async () => {
    await give('free');
    const { body } = await begin();
    await sql`
      WITH tour AS (
        UPDATE studio_tours SET state = 'published', published_revision = 1, published_at = now(),
          experience_id = ${site.tours.get('viewed')}
        WHERE id = ${body.id} RETURNING experience_id
      ), month AS (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS first)
      INSERT INTO experience_views (experience_id, day, shard, views)
      SELECT experience_id, first, 0, 4000 FROM tour, month
      UNION ALL SELECT experience_id, first, 1, 1234 FROM tour, month
      UNION ALL SELECT experience_id, first - 1, 0, 70000 FROM tour, month
      UNION ALL SELECT ${site.tours.get('of-others')}::integer, first, 0, 900 FROM month
    `.execute(site.db);
    expect(await readUse()).toMatchObject({ limits: { monthlyViews: 5000 }, use: { monthlyViews: 5234 } });
    const listed = await call<{ workspaces: PlannedWorkspace[] }>('GET', 'console/plans', {
      as: cast.staff.operator,
    });
    expect(listed.body.workspaces.find(({ id }) => id === cast.workspace)).toMatchObject({
      monthlyViews: 5234,
      monthlyViewsLimit: 5000,
    });
    expect((await change(body.id, 1, { title: 'Halls' })).status).toBe(200);
  });
});

describe('a workspace at the limit of its plan', () => {
  it('gets no other tour, and what it has may still be changed', async () => {
    const created = [await begin(), await begin(), await begin()];
    await give('free');
    const refused = await begin();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'quota_reached',
      detail: 'The plan Free has 3 tours, of which none is left.',
    });
    const [first, second] = created.map(({ body }) => body.id);
    expect((await change(first ?? '', 1, { title: 'Halls' })).status).toBe(200);
    await call('DELETE', inWorkspace(`tours/${second}`));
    expect((await begin()).status).toBe(200);
  });

  it('gets no more scenes than are left, in all tours together', async () => {
    await give('free');
    expect((await begin(scenes(30))).status).toBe(200);
    const refused = await begin(scenes(21));
    expect(refused.body.detail).toBe('The plan Free has 50 scenes, of which 20 are left.');
    const { body } = await begin(scenes(20));
    const more = await change(body.id, 1, { document: scenes(21) });
    expect(more.body).toMatchObject({
      code: 'quota_reached',
      detail: 'The plan Free has 50 scenes, of which none is left.',
    });
    expect((await change(body.id, 1, { document: scenes(19) })).status).toBe(200);
    expect((await change(body.id, 2, { document: scenes(20) })).status).toBe(200);
    expect((await readUse()).use).toMatchObject({ tours: 2, scenes: 50 });
  });

  it('keeps what it has beyond a smaller plan', async () => {
    const { body } = await begin(scenes(60));
    await give('free');
    expect((await change(body.id, 1, { document: scenes(59) })).status).toBe(200);
    expect((await change(body.id, 2, { document: scenes(60) })).status).toBe(409);
  });

  it('takes no file that does not fit, unless more was agreed upon', async () => {
    await give('free');
    expect((await upload(GB - 10 * 1024 ** 2)).status).toBe(201);
    expect(await upload(11 * 1024 ** 2)).toEqual({
      status: 413,
      detail: 'This file does not fit: the workspace has 10 MB left.',
    });
    await site.db
      .updateTable('workspaces')
      .set({ storage_bytes: 2 * GB })
      .where('id', '=', cast.workspace)
      .execute();
    expect((await upload(11 * 1024 ** 2)).status).toBe(201);
  });
});

describe('requests at the same time', () => {
  it('get no more tours than the plan has', { timeout: raceTimeoutMs(20_000) }, async () => {
    await repeatRace(async () => {
      await site.db.deleteFrom('studio_tours').execute();
      await give('free');
      const results = await race(12, () => begin());
      expect(results.map(({ status }) => status).sort()).toEqual([
        ...Array.from({ length: 3 }, () => 200),
        ...Array.from({ length: 9 }, () => 409),
      ]);
    });
  });

  it('get no more scenes than the plan has, in new tours and in others', {
    timeout: raceTimeoutMs(20_000),
  }, async () => {
    await repeatRace(async () => {
      await site.db.deleteFrom('studio_tours').execute();
      await give(null);
      const tours = await Promise.all(Array.from({ length: 8 }, () => begin()));
      await give('free');
      const results = await race(8, (index) =>
        change(tours[index]?.body.id ?? '', 1, { document: scenes(10) }),
      );
      expect(results.filter(({ status }) => status === 200)).toHaveLength(5);
      expect((await readUse()).use.scenes).toBe(50);
    });
  });

  it('U2: reserve no more bytes than the plan has', { timeout: raceTimeoutMs(20_000) }, async () => {
    await repeatRace(async () => {
      await site.db.deleteFrom('uploads').execute();
      await give('free');
      const results = await race(10, () => upload(300 * 1024 ** 2));
      expect(results.filter(({ status }) => status === 201)).toHaveLength(3);
    });
  });
});
