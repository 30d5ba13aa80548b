import { type AttentionReport, gazeBin, type Problem, type TourStatistics } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { cookieOf } from '../analytics/analytics.fixture.ts';
import { usePublisher } from '../studio-tours/publication.fixture.ts';
import { deleteOldAttention } from './attention-store.ts';

const { site, cast, given, published, send } = usePublisher();

const at = (yaw: number, pitch: number) => gazeBin((yaw * Math.PI) / 180, (pitch * Math.PI) / 180);

/** A tour of two rooms with a door, and a point in the second. */
const twoRooms = () => ({
  version: 1,
  start: 'lobby',
  scenes: [
    {
      id: 'lobby',
      title: 'Lobby',
      media: given.asset,
      view: { yaw: 0, pitch: 0, fov: 75 },
      hotspots: [{ id: 'in', kind: 'door', at: { yaw: 0, pitch: 0 }, label: 'To the bar', target: 'bar' }],
    },
    {
      id: 'bar',
      title: 'Bar',
      media: given.asset,
      view: { yaw: 0, pitch: 0, fov: 75 },
      hotspots: [
        { id: 'out', kind: 'door', at: { yaw: 90, pitch: 0 }, label: 'Back', target: 'lobby' },
        { id: 'menu', kind: 'info', at: { yaw: 0, pitch: 0 }, label: 'The menu', text: 'Tea.' },
      ],
    },
  ],
});

let ips = 0;
/** Of a visitor whose rate limit is untouched. */
const newIp = () => {
  ips += 1;
  return `198.51.100.${ips}`;
};

const report = (
  body: unknown,
  { slug = given.slug, headers = cookieOf(true), remoteAddress = newIp() } = {},
) =>
  site.app.inject({
    method: 'POST',
    url: `/api/vr360/${slug}/attention`,
    payload: body as object,
    headers: headers as Record<string, string>,
    remoteAddress,
  });

async function statistics(tourId: string, path = '', query: Record<string, string> = {}) {
  const search = new URLSearchParams({ workspace: cast.workspace, ...query });
  const { body } = await site.send<TourStatistics & { seconds: number; bins: number[] }>(
    'GET',
    `/api/studio/tours/${tourId}/statistics${path}?${search}`,
    cast.roles.viewer,
  );
  return body;
}
const gazeOf = (tourId: string, scene: string) => statistics(tourId, '/gaze', { scene });

const MESSAGE: AttentionReport = {
  scenes: [
    {
      scene: 'lobby',
      ms: 4000,
      gaze: [
        [at(5, 5), 3000],
        [at(95, -25), 1000],
      ],
      presses: { in: 1 },
    },
    { scene: 'bar', ms: 2500, gaze: [[at(-179, 0), 2500]], presses: { menu: 2 } },
  ],
};

describe('where visitors look', () => {
  it('is added up by scene, hotspot and direction', async () => {
    const { id } = await published({ document: twoRooms() });
    expect((await report(MESSAGE)).json()).toEqual({ accepted: true });
    expect((await report({ scenes: [{ ms: 1000, gaze: [[at(5, 5), 1000]] }] })).statusCode).toBe(200);
    const { scenes, hotspots } = await statistics(id);
    expect(scenes).toEqual([
      { id: 'lobby', title: 'Lobby', seconds: 5 },
      { id: 'bar', title: 'Bar', seconds: 2.5 },
    ]);
    expect(hotspots).toEqual([
      { scene: 'bar', sceneTitle: 'Bar', id: 'menu', label: 'The menu', presses: 2 },
      { scene: 'lobby', sceneTitle: 'Lobby', id: 'in', label: 'To the bar', presses: 1 },
    ]);
    const { seconds, bins } = await gazeOf(id, 'lobby');
    expect(seconds).toBe(5);
    expect(bins.flatMap((value, bin) => (value > 0 ? [[bin, value]] : []))).toEqual([
      [at(5, 5), 4],
      [at(95, -25), 1],
    ]);
    expect((await statistics(id, '', { to: '2026-01-01' })).scenes).toEqual([]);
    expect((await gazeOf(id, 'cellar')).seconds).toBe(0);
  });

  it('needs consent, in the cookie that says it', async () => {
    const { id } = await published({ document: twoRooms() });
    for (const choice of [null, false]) {
      const refused = await report(MESSAGE, { headers: cookieOf(choice) as never });
      expect([refused.statusCode, refused.json<Problem>().code]).toEqual([403, 'no_consent']);
    }
    expect((await statistics(id)).scenes).toEqual([]);
  });

  it('P6: sums are exact when many report at once, in whatever order of rooms', async () => {
    const { id } = await published({ document: twoRooms() });
    const turned = { scenes: MESSAGE.scenes.toReversed() };
    const all = await Promise.all(
      Array.from({ length: 64 }, (_, index) => report(index % 2 === 0 ? MESSAGE : turned)),
    );
    expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(64).fill(200));
    const { scenes, hotspots } = await statistics(id);
    expect(scenes.map(({ seconds }) => seconds)).toEqual([64 * 4, 64 * 2.5]);
    expect(hotspots.map(({ presses }) => presses)).toEqual([128, 64]);
    const { bins } = await gazeOf(id, 'lobby');
    expect([bins[at(5, 5)], bins[at(95, -25)]]).toEqual([64 * 3, 64]);
  });

  it('is no more than time could give, and nothing of other rooms and points', async () => {
    const { id } = await published({ document: twoRooms() });
    const body: AttentionReport = {
      scenes: [
        { scene: 'cellar', ms: 5000, gaze: [[1, 5000]], presses: { in: 3 } },
        {
          scene: 'lobby',
          ms: 50_000,
          gaze: [
            [0, 40_000],
            [1, 40_000],
          ],
          presses: { in: 1000, menu: 3, constructor: 3 },
        },
        { scene: 'bar', ms: 80_000_000, gaze: [[5, 80_000_000]], presses: {} },
      ],
    };
    expect((await report(body)).json()).toEqual({ accepted: true });
    const { scenes, hotspots } = await statistics(id);
    expect(scenes).toMatchObject([
      { id: 'lobby', seconds: 50 },
      { id: 'bar', seconds: 10 },
    ]);
    expect(hotspots).toMatchObject([{ scene: 'lobby', id: 'in', presses: 60 }]);
    expect((await gazeOf(id, 'lobby')).bins.slice(0, 3)).toEqual([40, 10, 0]);
    expect((await gazeOf(id, 'bar')).bins[5]).toBe(10);
    expect((await report({ scenes: [{ scene: 'cellar', ms: 5000 }] })).json()).toEqual({ accepted: false });
  });

  it('is refused in other forms, and for a tour that does not open for everybody', async () => {
    const { id } = await published({ document: twoRooms() });
    const scene = MESSAGE.scenes[0];
    for (const body of [
      {},
      { scenes: [] },
      { scenes: [{ ...scene, gaze: [[648, 1]] }] },
      { scenes: [{ ...scene, gaze: [[-1, 1]] }] },
      { scenes: [{ ...scene, ms: -1 }] },
      { scenes: [{ ...scene, ms: 0.5 }] },
      { scenes: [{ ...scene, presses: { in: -5 } }] },
      { scenes: [scene], member: 'm_1' },
    ])
      expect((await report(body)).statusCode, JSON.stringify(body)).toBe(400);
    expect((await report(MESSAGE, { slug: 'no-such-tour' })).statusCode).toBe(404);
    expect((await send('DELETE', `/${id}/publication`)).status).toBe(200);
    expect((await report(MESSAGE)).statusCode).toBe(404);
  });

  it('is limited to so many visitors behind one address', async () => {
    await published({ document: twoRooms() });
    const remoteAddress = newIp();
    const minute = { scenes: [{ scene: 'lobby', ms: 60_000 }] };
    const all = [];
    for (let count = 0; count < 42; count += 1) all.push(await report(minute, { remoteAddress }));
    const refused = all.findIndex(({ statusCode }) => statusCode === 429);
    expect(refused).toBeGreaterThanOrEqual(38);
    expect(Number(all[refused]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await report(minute)).statusCode).toBe(200);
  });

  it('is stored without anything about the visitor', async () => {
    const { rows } = await sql<{ columns: string[] }>`
      SELECT array_agg(table_name || '.' || column_name ORDER BY table_name, ordinal_position)::text[] AS columns
      FROM information_schema.columns
      WHERE table_name IN ('scene_attention', 'hotspot_presses') AND table_schema = current_schema()
    `.execute(site.db);
    expect(rows[0]?.columns).toEqual([
      'hotspot_presses.experience_id',
      'hotspot_presses.day',
      'hotspot_presses.scene_id',
      'hotspot_presses.hotspot_id',
      'hotspot_presses.presses',
      'scene_attention.experience_id',
      'scene_attention.day',
      'scene_attention.scene_id',
      'scene_attention.milliseconds',
      'scene_attention.gaze',
    ]);
  });

  it('is forgotten after its months', async () => {
    const { id } = await published({ document: twoRooms() });
    await report(MESSAGE);
    const age = (months: number) => sql`now() - make_interval(months => ${months})`;
    for (const table of ['scene_attention', 'hotspot_presses'] as const)
      await sql`UPDATE ${sql.table(table)} SET day = ${age(25)} WHERE scene_id = 'bar'
        AND experience_id = (SELECT experience_id FROM studio_tours WHERE id = ${id})`.execute(site.db);
    expect((await statistics(id)).scenes).toHaveLength(2);
    await deleteOldAttention(site.db, 24);
    const { scenes, hotspots } = await statistics(id);
    expect(scenes.map((scene) => scene.id)).toEqual(['lobby']);
    expect(hotspots.map((spot) => spot.id)).toEqual(['in']);
  });
});
