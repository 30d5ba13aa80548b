import type { AuditEvent } from '@oriel/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { studioCalls, useCast } from '../workspaces.fixture.ts';

const site = useAccountsApp();
const cast = useCast(site);
const call = studioCalls(site);
beforeAll(async () => {
  const row = (at: string, workspace: string | null, actor: string, action: string, subject: string) =>
    sql`INSERT INTO audit_events (workspace_id, actor_kind, actor_id, action, subject_kind, subject_id, created_at)
      VALUES (${workspace}, 'member', ${actor}, ${action}, 'member', ${subject}, ${at})`.execute(site.db);
  const { admin, editor, viewer } = cast.roles;
  await row('2025-03-01T00:00:00Z', cast.workspace, admin.user.id, 'team.removed', editor.user.id);
  await row('2025-03-01T23:59:59Z', cast.workspace, editor.user.id, 'team.left', editor.user.id);
  await row('2025-03-02T00:00:00Z', cast.other, cast.neighbour.user.id, 'team.removed', viewer.user.id);
  await row('2025-03-03T12:00:00Z', null, cast.staff.owner.user.id, 'staff.removed', viewer.user.id);
});

/** The actions of the rows of March 2025, the newest first. */
async function actions(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await call<{ events: AuditEvent[] }>(cast.staff.operator, 'GET console/audit', {
    query: { from: '2025-03-01', to: '2025-03-31', ...query },
  });
  expect(status).toBe(200);
  return body.events.map(({ action }) => action);
}

describe("the installation's log", () => {
  it('is narrowed to a workspace, an action, days and a person', async () => {
    expect(await actions({})).toEqual(['staff.removed', 'team.removed', 'team.left', 'team.removed']);
    expect(await actions({ in: cast.other })).toEqual(['team.removed']);
    expect(await actions({ in: 'none' })).toEqual(['staff.removed']);
    expect(await actions({ action: 'team.left' })).toEqual(['team.left']);
    expect(await actions({ to: '2025-03-01' })).toEqual(['team.left', 'team.removed']);
    expect(await actions({ from: '2025-03-02', to: '2025-03-02' })).toEqual(['team.removed']);
    const { editor, viewer, admin } = cast.roles;
    expect(await actions({ person: editor.user.id })).toEqual(['team.left', 'team.removed']);
    expect(await actions({ person: viewer.email.toUpperCase() })).toEqual(['staff.removed', 'team.removed']);
    expect(await actions({ person: 'workspace ADM' })).toEqual(['team.removed']);
    expect(await actions({ person: 'nobody%' })).toEqual([]);
    expect(await actions({ person: admin.user.id, in: cast.other })).toEqual([]);
    const csv = await call(cast.staff.operator, 'GET console/audit', {
      query: { to: '2025-03-31', action: 'team.left', format: 'csv' },
    });
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(2);
  });

  it('refuses what is no day, action or workspace, and names all workspaces', async () => {
    for (const query of [{ from: 'March' }, { action: 'team.sang' }, { in: 'w_1' }, { person: ' ' }]) {
      expect(
        (await call(cast.staff.owner, 'GET console/audit', { query })).status,
        JSON.stringify(query),
      ).toBe(400);
    }
    const { body } = await call(cast.staff.operator, 'GET console/workspaces');
    expect(body).toEqual({
      workspaces: [
        { id: cast.other, name: 'Another house' },
        { id: cast.workspace, name: 'Oriel' },
      ],
    });
  });
});
