import type { ApiKey, Endpoint, ShareLink, StudioTour } from '@oriel/contract';
import * as contract from '@oriel/contract';
import { isOfWorkspace } from '@oriel/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { type Cast, castRoles, studioCalls } from './workspaces.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'audience' in value;
const scoped = Object.values<unknown>(contract)
  .filter(isEndpoint)
  .filter(({ audience }) => typeof audience === 'object' && isOfWorkspace(audience.permission));

/** Ids in the workspace, by the names that paths give them. */
type Ids = Readonly<Record<string, readonly string[]>>;

/** Fills a workspace with one of everything; every text in it says "canary". */
async function furnish({ workspace, roles }: Cast): Promise<Ids> {
  const { id: editor } = roles.editor.user;
  const make = async <T>(request: string, body: object): Promise<T> => {
    const made = await studioCalls(site)<T>(roles.editor, `POST studio/${request}`, {
      query: { workspace },
      body,
    });
    expect(made.status, made.text).toBe(200);
    return made.body;
  };
  await sql`UPDATE workspaces SET name = 'Canary house' WHERE id = ${workspace}`.execute(site.db);
  await sql`
    INSERT INTO invitations (id, workspace_id, email, role, invited_by, expires_at)
    SELECT 'i_' || lpad(n::text, 22, '0'), ${workspace}, 'canary-' || n || '@example.org', 'viewer',
      ${roles.owner.user.id}, now() + interval '1 day'
    FROM generate_series(1, 20) AS n
  `.execute(site.db);
  const hash = 'c'.repeat(64);
  await sql`INSERT INTO media_contents (content_hash, kind, width, height, size, manifest)
    VALUES (${hash}, 'photo', 2048, 1024, 1, '{"file": "canary.jpg"}')`.execute(site.db);
  const { id: asset } = await site.db
    .insertInto('media_assets')
    .values({ content_hash: hash, gated: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [finished, begun, file] = [`u_${'1'.repeat(22)}`, `u_${'2'.repeat(22)}`, `m_${'1'.repeat(22)}`];
  for (const [id, received] of [
    [finished, 9],
    [begun, 0],
  ] as const)
    await sql`INSERT INTO uploads (id, workspace_id, member_id, metadata, size, received, expires_at)
      VALUES (${id}, ${workspace}, ${editor}, '{"filename": "canary.jpg"}', 9, ${received}, now() + interval '1 day')
    `.execute(site.db);
  await sql`INSERT INTO studio_media (id, workspace_id, upload_id, added_by, file_name, is_flat, size, state, kind, asset_id)
    VALUES (${file}, ${workspace}, ${finished}, ${editor}, 'canary.jpg', false, 9, 'ready', 'photo', ${asset})
  `.execute(site.db);
  await sql`INSERT INTO privacy_checks (workspace_id, asset_id, state) VALUES (${workspace}, ${asset}, 'searched')
  `.execute(site.db);
  const tour = await make<StudioTour>('tours', { title: 'Canary tour' });
  await sql`INSERT INTO studio_tour_versions (tour_id, version, draft, published_by)
    VALUES (${tour.id}, 1, ${JSON.stringify(tour.draft)}, ${editor})`.execute(site.db);
  const link = await make<ShareLink>(`tours/${tour.id}/links`, { label: 'Canary guests' });
  const key = await make<ApiKey>('keys', { name: 'Canary script', scopes: ['tour.read'] });
  return {
    id: Array.from({ length: 20 }, (_, index) => `i_${String(index + 1).padStart(22, '0')}`),
    memberId: Object.values(roles).map(({ user }) => user.id),
    tourId: [tour.id],
    version: ['1'],
    linkId: [link.id],
    keyId: [key.id],
    mediaId: [file],
    asset: [asset],
    uploadId: [finished, begun],
  };
}

/** All that is stored of a workspace. */
async function stored(workspace: string): Promise<string | undefined> {
  const { rows } = await sql<{ all: string }>`
    SELECT jsonb_build_array(
      (SELECT jsonb_agg(w ORDER BY id) FROM workspaces w WHERE id = ${workspace}),
      (SELECT jsonb_agg(m ORDER BY member_id) FROM workspace_members m WHERE workspace_id = ${workspace}),
      (SELECT jsonb_agg(i ORDER BY id) FROM invitations i WHERE workspace_id = ${workspace}),
      (SELECT jsonb_agg(t ORDER BY id) FROM studio_tours t WHERE workspace_id = ${workspace}),
      (SELECT jsonb_agg(v) FROM studio_tour_versions v),
      (SELECT jsonb_agg(l ORDER BY id) FROM share_links l),
      (SELECT jsonb_agg(k ORDER BY id) FROM api_keys k WHERE workspace_id = ${workspace}),
      (SELECT jsonb_agg(m ORDER BY id) FROM studio_media m WHERE workspace_id = ${workspace}),
      (SELECT jsonb_agg(u ORDER BY id) FROM uploads u WHERE workspace_id = ${workspace}),
      (SELECT jsonb_agg(p ORDER BY asset_id) FROM privacy_checks p WHERE workspace_id = ${workspace}),
      (SELECT count(*) FROM audit_events WHERE workspace_id = ${workspace})
    )::text AS all
  `.execute(site.db);
  return rows[0]?.all;
}

/** Bodies that their endpoints take, so that nothing but the id is wrong. */
const BODIES: readonly [RegExp, object][] = [
  [/tours\/:tourId$/, { title: 'Mine' }],
  [/\/visibility$/, { visibility: 'private' }],
  [/\/schedule$/, { withdrawAt: null }],
  [/\/links$/, { label: 'Mine' }],
  [/\/statement$/, { basis: 'no-people' }],
  [/\/team\/:memberId$/, { role: 'owner' }],
  [/\/privacy-check$/, { privacyCheck: 'off' }],
];

/** `npm run test:fuzz` sets a larger number. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const AT_ONCE = 20;

it(`R5 ${REQUESTS} requests with ids of other workspaces read and change nothing`, {
  timeout: 600_000,
}, async () => {
  const cast = await castRoles(site);
  const ids = await furnish(cast);
  const call = studioCalls(site);
  const before = await stored(cast.workspace);
  const random = seededRandom(Number(process.env.FUZZ_SEED ?? 1));
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const newId = (prefix: string) =>
    `${prefix}_${Buffer.from(Array.from({ length: 16 }, () => Math.floor(random() * 256))).toString('base64url')}`;
  const foreign = Object.values(ids).flat();
  /** Most often an id of the right kind. */
  const idFor = (name: string) =>
    pick([
      pick(ids[name] ?? foreign),
      pick(ids[name] ?? foreign),
      pick(foreign),
      newId(pick(['m', 'i', 't'])),
    ]);
  const secrets = ['anary', ...Object.values(cast.roles).map(({ email }) => email)];
  let remaining = REQUESTS;
  const send = async () => {
    while (remaining > 0) {
      remaining -= 1;
      const { method, path } = pick(scoped);
      const workspace = pick([cast.workspace, cast.other, cast.other, newId('w')]);
      const ownList = workspace === cast.other && !path.includes(':');
      // What the neighbour does in their own house, without an id of another, is allowed.
      if (ownList && method !== 'GET') continue;
      const filled = path.replace(/^\/api\//, '').replace(/:(\w+)/g, (_, name: string) => idFor(name));
      const taken = BODIES.find(([place]) => place.test(path))?.[1] ?? {};
      const body = pick([
        taken,
        taken,
        {},
        { role: 'viewer' },
        { name: 'Mine' },
        { memberId: pick(ids.memberId ?? foreign) },
      ]);
      const member = pick([cast.neighbour, cast.neighbour, cast.stranger]);
      const { status, text } = await call(member, `${method} ${filled}`, { query: { workspace }, body });
      const what = `${method} ${filled} in ${workspace}: ${text}`;
      // Requests of uploads lack the header of their protocol here; `uploads/access.test.ts` sends it with ids of others.
      const statuses = path.includes('/uploads') ? [400, 404, 412, 429] : [400, 404, 429];
      if (!(ownList && member === cast.neighbour)) expect(statuses, what).toContain(status);
      expect(
        secrets.filter((secret) => text.includes(secret)),
        what,
      ).toEqual([]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  expect(await stored(cast.workspace)).toBe(before);
});
