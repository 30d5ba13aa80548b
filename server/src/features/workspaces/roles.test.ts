import { randomBytes } from 'node:crypto';
import type { Endpoint, OwnRoles, Roles } from '@oriel/contract';
import * as contract from '@oriel/contract';
import { isOfWorkspace, isPermitted, permissionsOf, STAFF_ROLES, WORKSPACE_ROLES } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { routesOf } from '../../../testing/fuzzed-requests.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { sqlState } from '../../database/database.ts';
import { assignRoles, type Member, studioCalls, useCast } from './workspaces.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
const cast = useCast(site);
const call = studioCalls(site);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'audience' in value;
const STUDIO = /^\/api\/(studio|console)\//;
const endpoints = Object.values<unknown>(contract)
  .filter(isEndpoint)
  .filter(({ path, audience }) => STUDIO.test(path) || typeof audience === 'object');
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** What a member without a role may ask for, too. Any other endpoint of the studio and the console needs a permission. */
const WITHOUT_ROLE = [
  'GET /api/studio/workspaces',
  'POST /api/studio/invitations/lookup',
  'POST /api/studio/invitations/answer',
  'POST /api/console/ownership/claim',
];

const permitted = endpoints.flatMap((endpoint) =>
  typeof endpoint.audience === 'string' ? [] : [{ endpoint, permission: endpoint.audience.permission }],
);

/** The code of a refusal for want of a role; undefined for any other response. */
async function refusalOf(
  { method, path }: Endpoint,
  member: Member | undefined,
  query: Record<string, string>,
): Promise<string | undefined> {
  const filled = path.replace(/^\/api\//, '').replace(/:\w+/g, `x_${'A'.repeat(22)}`);
  const { status, body } = await call(member, `${method} ${filled}`, { query });
  const refusals = {
    not_signed_in: 401,
    not_permitted: 403,
    workspace_not_found: 404,
    workspace_missing: 400,
  };
  const refusal = Object.entries(refusals).find(([code]) => code === body.code);
  if (refusal === undefined) return undefined;
  expect(status, refusal[0]).toBe(refusal[1]);
  return refusal[0];
}

describe('R1 the table of permissions', () => {
  it('is asked by every endpoint of the studio and the console', () => {
    const routes = routesOf(site.app)
      .filter(({ path }) => STUDIO.test(path))
      .flatMap(({ methods, path }) =>
        methods
          .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
          .map((method) => `${method} ${path}`),
      );
    expect(routes.length).toBeGreaterThan(2);
    expect(routes.sort()).toEqual(endpoints.map(nameOf).sort());
    const withoutPermission = endpoints.filter(({ audience }) => typeof audience === 'string').map(nameOf);
    expect(withoutPermission.sort()).toEqual([...WITHOUT_ROLE].sort());
  });

  it.each(permitted.map(({ endpoint, permission }) => [nameOf(endpoint), endpoint, permission] as const))(
    '%s responds to each role as the table says',
    async (_, endpoint, permission) => {
      await assignRoles(site, cast);
      const callers: [string, Member, Roles][] = [
        ['stranger', cast.stranger, {}],
        ['neighbour', cast.neighbour, {}],
        ...WORKSPACE_ROLES.map((role): [string, Member, Roles] => [
          role,
          cast.roles[role],
          { workspace: role },
        ]),
        ...STAFF_ROLES.map((role): [string, Member, Roles] => [
          `staff ${role}`,
          cast.staff[role],
          { staff: role },
        ]),
      ];
      const isScoped = isOfWorkspace(permission);
      const query: Record<string, string> = isScoped ? { workspace: cast.workspace } : {};
      expect(await refusalOf(endpoint, undefined, query)).toBe('not_signed_in');
      for (const [name, member, roles] of callers) {
        const refusal = isScoped && roles.workspace === undefined ? 'workspace_not_found' : 'not_permitted';
        const expected = isPermitted(permission, roles) ? undefined : refusal;
        expect(await refusalOf(endpoint, member, query), name).toBe(expected);
      }
      if (!isScoped) return;
      const { owner } = cast.roles;
      expect(await refusalOf(endpoint, owner, {})).toBe('workspace_missing');
      for (const workspace of [cast.other, `w_${'Z'.repeat(22)}`, 'w_1', '']) {
        expect(await refusalOf(endpoint, owner, { workspace }), workspace).toBe('workspace_not_found');
        expect(await refusalOf(endpoint, cast.staff.owner, { workspace: `w_${'Z'.repeat(22)}` })).toBe(
          'workspace_not_found',
        );
      }
    },
  );

  it('tells members their own roles, and nothing of others', async () => {
    await assignRoles(site, cast);
    const rolesOf = async (member: Member) => (await call<OwnRoles>(member, 'GET studio/workspaces')).body;
    expect(await rolesOf(cast.stranger)).toEqual({ workspaces: [], staff: null, reviewsTours: false });
    expect(await rolesOf(cast.roles.editor)).toEqual({
      workspaces: [
        {
          id: cast.workspace,
          name: 'Oriel',
          role: 'editor',
          permissions: permissionsOf({ workspace: 'editor' }),
          privacyCheck: 'required',
        },
      ],
      staff: null,
      reviewsTours: false,
    });
    expect((await rolesOf(cast.neighbour)).workspaces).toMatchObject([{ id: cast.other }]);
    expect(await rolesOf(cast.staff.support)).toEqual({
      workspaces: [],
      staff: { role: 'support', permissions: permissionsOf({ staff: 'support' }) },
      reviewsTours: false,
    });
  });

  it('stands in the API documentation', async () => {
    const { paths } = (
      await call<{ paths: Record<string, Record<string, object>> }>(undefined, 'GET openapi.json')
    ).body;
    expect(paths['/api/console/audit']?.get).toMatchObject({
      description: 'Needs the permission `audit.read-all` (of the staff: owner, operator).',
      security: [{ bearer: [] }],
    });
  });
});

describe('R2 the staff has exactly one owner', () => {
  const failureOf = (statement: string) =>
    sql
      .raw(statement)
      .execute(site.db)
      .then(() => undefined, sqlState);

  it('in the database, whatever is done', async () => {
    await assignRoles(site, cast);
    const [owner, operator] = [cast.staff.owner.user.id, cast.staff.operator.user.id];
    const refused = '23514';
    expect(await failureOf(`UPDATE staff SET role = 'owner' WHERE member_id = '${operator}'`)).toBe('23505');
    expect(await failureOf(`UPDATE staff SET role = 'operator' WHERE member_id = '${owner}'`)).toBe(refused);
    expect(await failureOf(`DELETE FROM staff WHERE member_id = '${owner}'`)).toBe(refused);
    expect(await failureOf('DELETE FROM staff')).toBe(refused);
    expect(await failureOf('TRUNCATE staff')).toBe('23001');
  });
});

it('R3 rows of the audit log are never changed, not even by a superuser', async () => {
  const row = sql`INSERT INTO audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
    VALUES ('job', 'test', 'staff.removed', 'member', ${`m_${randomBytes(8).toString('hex')}`})`;
  await row.execute(site.db);
  for (const change of [
    'UPDATE audit_events SET action = action',
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
  ]) {
    await expect(sql.raw(change).execute(site.db), change).rejects.toThrow('append-only');
  }
});
