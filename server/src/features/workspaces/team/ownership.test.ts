import type { AuditEvent, Invitation, OwnRoles, TeamMember } from '@oriel/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { race } from '../../../../testing/index.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { sqlState } from '../../../database/database.ts';
import { createTokens } from '../../accounts/sessions/jwt.ts';
import { issueInvitationSecret } from '../invitations/invitations.ts';
import { assignRoles, type Member, studioCalls, useCast } from '../workspaces.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
const cast = useCast(site);
const call = studioCalls(site);
beforeEach(() => assignRoles(site, cast));

const inWorkspace = <T = Record<string, unknown>>(member: Member, request: string, body?: unknown) =>
  call<T>(member, request, { body, query: { workspace: cast.workspace } });
const transfer = (by: Member, to: Member) =>
  inWorkspace(by, 'POST studio/ownership', { memberId: to.user.id });
const ageProof = (member: Member) =>
  sql`UPDATE member_sessions SET authenticated_at = now() - interval '11 minutes' WHERE member_id = ${member.user.id}`.execute(
    site.db,
  );
const teamOf = async (member: Member, workspace = cast.workspace) =>
  (await call<{ members: TeamMember[] }>(member, 'GET studio/team', { query: { workspace } })).body.members;
const ownersOf = async (member: Member) =>
  (await teamOf(member)).filter(({ role }) => role === 'owner').map(({ memberId }) => memberId);

describe('a workspace changes hands', () => {
  it('to a member of its team, once, however often it is asked for at once', async () => {
    const { owner, admin, editor, viewer } = cast.roles;
    expect((await transfer(admin, editor)).body).toMatchObject({ code: 'not_permitted' });
    expect((await transfer(owner, cast.neighbour)).body).toMatchObject({ code: 'member_not_found' });
    expect((await transfer(owner, owner)).body).toMatchObject({ code: 'already_owner' });
    await ageProof(owner);
    expect((await transfer(owner, editor)).body).toMatchObject({ code: 'reauthentication_required' });
    await call(owner, 'POST auth/reauth', { body: { password: PASSWORD } });
    const heirs = [admin, editor, viewer];
    const answers = await race(6, (index) => transfer(owner, heirs[index % 3] as Member));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
    const heir = heirs[answers.findIndex(({ status }) => status === 200) % 3] as Member;
    expect(await ownersOf(heir)).toEqual([heir.user.id]);
    expect((await teamOf(heir)).find(({ memberId }) => memberId === owner.user.id)?.role).toBe('admin');
    const { events } = (await inWorkspace<{ events: AuditEvent[] }>(heir, 'GET studio/audit')).body;
    expect(events.filter(({ action }) => action === 'workspace.transferred')).toMatchObject([
      {
        actor: { id: owner.user.id },
        subject: { id: heir.user.id },
        before: { owner: owner.user.id },
        after: { owner: heir.user.id },
        workspace: cast.workspace,
      },
    ]);
  });

  it('while the new owner leaves, and has an owner all the same', async () => {
    const { owner, editor } = cast.roles;
    await race(2, (index) =>
      index === 0 ? transfer(owner, editor) : inWorkspace(editor, 'DELETE studio/membership'),
    );
    const { rows } = await sql<{ owners: number }>`
      SELECT count(*)::integer AS owners FROM workspace_members
      WHERE workspace_id = ${cast.workspace} AND role = 'owner'
    `.execute(site.db);
    expect(rows).toEqual([{ owners: 1 }]);
  });

  it('and keeps an owner in the database, whatever is done', async () => {
    const { owner, admin } = cast.roles;
    const failureOf = (statement: string) =>
      sql
        .raw(statement)
        .execute(site.db)
        .then(() => undefined, sqlState);
    const of = (member: Member) => `workspace_id = '${cast.workspace}' AND member_id = '${member.user.id}'`;
    expect(await failureOf(`UPDATE workspace_members SET role = 'admin' WHERE ${of(owner)}`)).toBe('23514');
    expect(await failureOf(`DELETE FROM workspace_members WHERE ${of(owner)}`)).toBe('23514');
    await failureOf(`UPDATE workspace_members SET role = 'owner' WHERE ${of(admin)}`);
    const statements = [owner, admin].map((member) => `DELETE FROM workspace_members WHERE ${of(member)}`);
    const failures = await race(2, (index) => failureOf(statements[index] ?? ''));
    expect(failures.filter((failure) => failure !== undefined)).toEqual(['23514']);
  });
});

describe('another workspace', () => {
  it('has the plan that the staff choose for it', async () => {
    const { operator } = cast.staff;
    const makeWith = (plan: string) =>
      call<{ id: string }>(operator, 'POST console/workspaces', { body: { name: 'Lake house', plan } });
    const made = await makeWith('teams');
    const query = { workspace: made.body.id };
    expect((await call(operator, 'GET studio/plan', { query })).body).toMatchObject({ plan: 'teams' });
    expect((await makeWith('gold')).status).toBe(400);
  });

  it('is made together with the invitation of its first owner, or not at all', async () => {
    const { operator } = cast.staff;
    const heir = await site.join();
    const made = await call<{ id: string }>(operator, 'POST console/workspaces', {
      body: { name: 'Garden house', ownerEmail: heir.email },
    });
    expect(made.status).toBe(200);
    const query = { workspace: made.body.id };
    expect((await call(operator, 'GET studio/plan', { query })).body).toMatchObject({ plan: 'free' });
    const waiting = await call<{ invitations: Invitation[] }>(operator, 'GET studio/invitations', { query });
    expect(waiting.body.invitations).toMatchObject([{ email: heir.email, role: 'owner' }]);
    const id = waiting.body.invitations[0]?.id ?? '';
    expect(site.mails('invitation')).toContainEqual({ kind: 'invitation', invitationId: id });
    const context = { tokens: createTokens(site.config) };
    const body = { token: await issueInvitationSecret(site.db, context, id), answer: 'accept' };
    expect((await call(heir, 'POST studio/invitations/answer', { body })).status).toBe(200);
    expect((await call(operator, 'DELETE studio/membership', { query })).status).toBe(200);
    expect(await teamOf(heir, made.body.id)).toMatchObject([{ memberId: heir.user.id, role: 'owner' }]);
    expect((await call(heir, 'DELETE studio/membership', { query })).body).toMatchObject({
      code: 'last_owner',
    });

    const count = () => sql<{ n: string }>`SELECT count(*) AS n FROM workspaces`.execute(site.db);
    const before = (await count()).rows;
    const own = { name: 'Mine alone', ownerEmail: operator.email };
    expect((await call(operator, 'POST console/workspaces', { body: own })).body).toMatchObject({
      code: 'already_member',
    });
    await ageProof(operator);
    const late = { name: 'Too late', ownerEmail: newEmail() };
    expect((await call(operator, 'POST console/workspaces', { body: late })).body).toMatchObject({
      code: 'reauthentication_required',
    });
    expect((await count()).rows).toEqual(before);
    expect((await call<OwnRoles>(operator, 'GET studio/workspaces')).body.workspaces).toEqual([]);
  });
});
