import { STAFF_ROLES, type StaffRole, WORKSPACE_ROLES, type WorkspaceRole } from '@oriel/contract';
import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import type { AccountsApp } from '../../../testing/apps/accounts-app.ts';

export type Member = Awaited<ReturnType<AccountsApp['join']>>;

export interface Cast {
  /** The workspace of every installation, and another one. */
  workspace: string;
  other: string;
  stranger: Member;
  /** The owner of the other workspace. */
  neighbour: Member;
  roles: Record<WorkspaceRole, Member>;
  staff: Record<StaffRole, Member>;
}

const entriesOf = <Role extends string>(people: Record<Role, Member>) =>
  Object.entries(people) as [Role, Member][];

/** Gives everybody their role again, and nobody else one. */
export async function assignRoles({ db }: AccountsApp, cast: Cast): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('workspace_members').execute();
    const rows = entriesOf(cast.roles).map(([role, { user }]) => ({
      workspace_id: cast.workspace,
      member_id: user.id,
      role,
    }));
    const neighbour = { workspace_id: cast.other, member_id: cast.neighbour.user.id, role: 'owner' } as const;
    await tx
      .insertInto('workspace_members')
      .values([...rows, neighbour])
      .execute();
    await tx.deleteFrom('staff').execute();
    await tx
      .insertInto('staff')
      .values(entriesOf(cast.staff).map(([role, { user }]) => ({ member_id: user.id, role })))
      .execute();
  });
}

/** Members with every role, and one without any. */
export async function castRoles(site: AccountsApp): Promise<Cast> {
  const { id: workspace } = await site.db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  const other = `w_${'o'.repeat(22)}`;
  await sql`INSERT INTO workspaces (id, name) VALUES (${other}, 'Another house') ON CONFLICT DO NOTHING`.execute(
    site.db,
  );
  const castAs = async <Role extends string>(roles: readonly Role[], group: string) =>
    Object.fromEntries(
      await Promise.all(
        roles.map(async (role) => [role, await site.join({ firstName: `${group} ${role}` })] as const),
      ),
    ) as Record<Role, Member>;
  const cast: Cast = {
    workspace,
    other,
    stranger: await site.join(),
    neighbour: await site.join(),
    roles: await castAs(WORKSPACE_ROLES, 'Workspace'),
    staff: await castAs(STAFF_ROLES, 'Staff'),
  };
  await assignRoles(site, cast);
  return cast;
}

/** The cast of a test file, there before its tests: as `castRoles`. */
export function useCast(site: AccountsApp): Cast {
  const cast = {} as Cast;
  beforeAll(async () => {
    Object.assign(cast, await castRoles(site));
  });
  return cast;
}

/** Sends requests of members to the API of the studio and the console. */
export const studioCalls =
  (site: Pick<AccountsApp, 'app'>) =>
  async <T = Record<string, unknown>>(
    member: { token: string } | undefined,
    request: string,
    { body, query = {} }: { body?: unknown; query?: Record<string, string> } = {},
  ) => {
    const [method = 'GET', path = ''] = request.split(' ');
    const search = new URLSearchParams(query);
    const response = await site.app.inject({
      method: method as 'GET',
      url: `/api/${path}${search.size > 0 ? `?${search}` : ''}`,
      headers: member === undefined ? {} : { authorization: `Bearer ${member.token}` },
      ...(method !== 'GET' && { payload: (body ?? {}) as object }),
    });
    const isJson = response.headers['content-type']?.toString().includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: (isJson ? response.json() : {}) as T & { code?: string },
    };
  };
