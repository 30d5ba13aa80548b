import type {
  AuditEvent,
  Invitation,
  OwnRoles,
  PlanUse,
  Problem,
  ReceivedInvitation,
  TeamMember,
} from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { createMailingApp, linkIn, type MailingApp } from '../../../../testing/apps/mailing-app.ts';
import { race } from '../../../../testing/index.ts';
import { addToTeam, setTeamRole } from '../team/store.ts';
import { studioCalls } from '../workspaces.fixture.ts';
import { deleteOldInvitations } from './store.ts';

type Member = Awaited<ReturnType<MailingApp['join']>>;

let site: MailingApp;
let call: ReturnType<typeof studioCalls>;
let workspace: string;
let owner: Member;
beforeAll(async () => {
  site = await createMailingApp({ poolSize: 10 });
  call = studioCalls(site);
  ({ id: workspace } = await site.db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow());
  owner = await site.join();
  await site.db.transaction().execute((tx) => addToTeam(tx, workspace, owner.user.id, 'owner'));
});
afterAll(() => site.close());

const inWorkspace = <T = Record<string, unknown>>(member: Member, request: string, body?: unknown) =>
  call<T>(member, request, { body, query: { workspace } });
/** Invites and reads the link from the mail. */
async function invite(email: string, role = 'editor', by = owner) {
  const { status, body } = await inWorkspace<{ id: string }>(by, 'POST studio/invitations', { email, role });
  expect(status, JSON.stringify(body)).toBe(200);
  const mail = (await site.doJobs()).find(({ to }) => to === email);
  return { id: body.id, mail, token: linkIn(mail).token };
}
const answer = (member: { token: string }, token: string, choice = 'accept') =>
  call(member, 'POST studio/invitations/answer', { body: { token, answer: choice } });
const lookUp = (token: string) =>
  call<ReceivedInvitation>(undefined, 'POST studio/invitations/lookup', { body: { token } });
const teamRoleOf = async (member: Member) => {
  const { members } = (await inWorkspace<{ members: TeamMember[] }>(owner, 'GET studio/team')).body;
  return members.find(({ memberId }) => memberId === member.user.id)?.role;
};
const auditOf = async () =>
  (await inWorkspace<{ events: AuditEvent[] }>(owner, 'GET studio/audit')).body.events;

const ENDED = { status: 404, body: { code: 'invitation_not_found' } };

describe('an invitation', () => {
  it('brings a newcomer onto the team, and proves their address', async () => {
    const email = newEmail();
    const { id, mail, token } = await invite(email);
    expect(mail).toMatchObject({ subject: 'Anna invites you to the team of Oriel' });
    expect(mail?.text).toContain('as an editor: you make and publish tours there.');
    expect((await lookUp(token)).body).toEqual({
      email,
      workspace: 'Oriel',
      isToStaff: false,
      role: 'editor',
      invitedBy: 'Anna',
      expiresAt: expect.any(String),
    });
    const { rows } = await sql<{
      row: string;
    }>`SELECT i::text AS row FROM invitations i WHERE id = ${id}`.execute(site.db);
    expect(JSON.stringify(rows)).not.toContain(token);

    const signedUp = await site.post('/api/auth/signup', { email, password: PASSWORD, firstName: 'Nora' });
    const newcomer = signedUp.json<Member>();
    expect(await answer(newcomer, token)).toMatchObject({
      status: 200,
      body: { message: 'Welcome to the team.', isToStaff: false, workspace },
    });
    expect(await teamRoleOf(newcomer)).toBe('editor');
    expect(newcomer.user.hasRole).toBe(false);
    expect((await call(newcomer, 'GET auth/me')).body).toMatchObject({
      user: { emailVerified: true, hasRole: true },
    });
    expect(await answer(newcomer, token)).toMatchObject(ENDED);
    expect(await lookUp(token)).toMatchObject(ENDED);
    expect((await auditOf()).slice(0, 2)).toMatchObject([
      {
        action: 'team.joined',
        actor: { kind: 'member', id: newcomer.user.id, name: 'Nora' },
        subject: { kind: 'member', id: newcomer.user.id },
        before: null,
        after: { role: 'editor', invitation: id },
        source: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
      { action: 'invitation.created', actor: { id: owner.user.id }, subject: { id, name: email } },
    ]);
  });

  it('asks a member, who may decline, and nobody else', async () => {
    const [member, other] = [await site.join(), await site.join()];
    const { token } = await invite(member.email, 'viewer');
    expect(await teamRoleOf(member)).toBeUndefined();
    expect(await answer(other, token)).toMatchObject({
      status: 403,
      body: { code: 'other_address', detail: expect.stringContaining(member.email) },
    });
    expect(
      (await call(undefined, 'POST studio/invitations/answer', { body: { token, answer: 'accept' } })).status,
    ).toBe(401);
    expect((await answer(member, token, 'decline')).status).toBe(200);
    expect(await answer(member, token)).toMatchObject(ENDED);
    expect(await teamRoleOf(member)).toBeUndefined();
  });

  it('is accepted once, however many answers arrive together', async () => {
    const member = await site.join();
    const { token } = await invite(member.email, 'contributor');
    const statuses = (await race(12, () => answer(member, token))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array(11).fill(404)]);
    const joined = (await auditOf()).filter(
      ({ action, subject }) => action === 'team.joined' && subject.id === member.user.id,
    );
    expect(joined).toHaveLength(1);
  });

  it('takes a seat of the plan, of which there are no more than it has, however many are invited', async () => {
    const givePlan = (plan: 'teams' | null) => site.db.updateTable('workspaces').set({ plan }).execute();
    const seats = async () => (await inWorkspace<PlanUse>(owner, 'GET studio/plan')).body.use.seats;
    const member = await site.join();
    const { token } = await invite(member.email);
    while ((await seats()) < 4) await invite(newEmail());
    await givePlan('teams');
    const invitations = await race(6, () =>
      inWorkspace<Problem>(owner, 'POST studio/invitations', { email: newEmail(), role: 'viewer' }),
    );
    expect(invitations.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(invitations.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'quota_reached',
      detail: 'The plan Teams has 5 seats, of which none is left.',
    });
    expect(await seats()).toBe(5);
    // As where the plan has become smaller since the invitation.
    const another = await site.join();
    await site.db.transaction().execute((tx) => addToTeam(tx, workspace, another.user.id, 'viewer'));
    expect(await answer(member, token)).toMatchObject({ status: 409, body: { code: 'quota_reached' } });
    await inWorkspace(owner, `DELETE studio/team/${another.user.id}`);
    expect((await answer(member, token)).status).toBe(200);
    await givePlan(null);
  });

  it('ends when it is sent again, revoked or expired, and is forgotten after a month', async () => {
    const email = newEmail();
    const { id, token } = await invite(email);
    const again = { email, role: 'viewer' };
    expect(await inWorkspace(owner, 'POST studio/invitations', again)).toMatchObject({
      status: 409,
      body: { code: 'already_invited' },
    });
    expect((await inWorkspace(owner, `POST studio/invitations/${id}/mails`)).status).toBe(200);
    expect(await lookUp(token)).toMatchObject(ENDED);
    const second = linkIn((await site.doJobs()).find(({ to }) => to === email)).token;
    expect((await lookUp(second)).status).toBe(200);

    const listed = async () =>
      (
        await inWorkspace<{ invitations: Invitation[] }>(owner, 'GET studio/invitations')
      ).body.invitations.filter((invitation) => invitation.email === email);
    expect(await listed()).toMatchObject([
      { id, email, role: 'editor', invitedBy: 'Anna', isExpired: false },
    ]);
    await sql`UPDATE invitations SET expires_at = now() WHERE id = ${id}`.execute(site.db);
    expect(await lookUp(second)).toMatchObject(ENDED);
    expect(await listed()).toMatchObject([{ id, isExpired: true }]);

    const third = await invite(email, 'viewer');
    expect((await inWorkspace(owner, `DELETE studio/invitations/${third.id}`)).status).toBe(200);
    expect(await lookUp(third.token)).toMatchObject(ENDED);
    expect(await inWorkspace(owner, `DELETE studio/invitations/${third.id}`)).toMatchObject(ENDED);
    expect(await listed()).toEqual([]);

    await sql`UPDATE invitations SET ended_at = now() - interval '31 days' WHERE email = ${email}`.execute(
      site.db,
    );
    await deleteOldInvitations(site.db);
    const left = await site.db.selectFrom('invitations').select('id').where('email', '=', email).execute();
    expect(left).toEqual([]);
  });

  it('is mailed to one address a few times an hour, regardless of the sender', async () => {
    const email = newEmail();
    const { id } = await invite(email);
    const admin = await site.join();
    await site.db.transaction().execute((tx) => addToTeam(tx, workspace, admin.user.id, 'admin'));
    const senders = [owner, admin, owner, admin, owner, admin];
    const statuses: number[] = [];
    for (const sender of senders)
      statuses.push((await inWorkspace(sender, `POST studio/invitations/${id}/mails`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    await inWorkspace(owner, `DELETE studio/invitations/${id}`);
    expect(await inWorkspace(owner, 'POST studio/invitations', { email, role: 'viewer' })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
  });

  it('gives no role above that of who sends it, and ends with that role', async () => {
    const admin = await site.join();
    const { token } = await invite(admin.email, 'admin');
    await answer(admin, token);
    expect(
      await inWorkspace(admin, 'POST studio/invitations', { email: newEmail(), role: 'owner' }),
    ).toMatchObject({ status: 403, body: { code: 'role_too_high' } });
    expect(
      await inWorkspace(admin, 'POST studio/invitations', { email: owner.email, role: 'viewer' }),
    ).toMatchObject({ status: 409, body: { code: 'already_member' } });
    const member = await site.join();
    const sent = await invite(member.email, 'admin', admin);
    await site.db.transaction().execute((tx) => setTeamRole(tx, workspace, admin.user.id, 'editor'));
    expect(await lookUp(sent.token)).toMatchObject(ENDED);
    expect(await answer(member, sent.token)).toMatchObject(ENDED);
    expect((await inWorkspace(owner, `POST studio/invitations/${sent.id}/mails`)).status).toBe(200);
    const renewed = linkIn((await site.doJobs()).find(({ to }) => to === member.email)).token;
    expect((await answer(member, renewed)).status).toBe(200);
  });
});

it('P3 an account that has not proven its address neither reads nor ends invitations to it', async () => {
  const stranger = await site.join();
  const { token } = await invite(stranger.email, 'viewer');
  const exported = async (member: { token: string }) =>
    (await call<{ invitations: unknown[] }>(member, 'GET auth/me/export')).body.invitations;
  expect(await exported(stranger)).toEqual([]);
  expect((await call(stranger, 'DELETE auth/me', { body: { password: PASSWORD } })).status).toBe(200);
  expect((await lookUp(token)).status).toBe(200);

  const body = { email: stranger.email, password: PASSWORD, firstName: 'Nora' };
  const invited = (await site.post('/api/auth/signup', body)).json<Member>();
  expect((await answer(invited, token)).status).toBe(200);
  expect(await exported(invited)).toEqual([
    { workspace: null, isToStaff: false, role: 'viewer', outcome: 'accepted', createdAt: expect.any(String) },
  ]);
});

it('P3 roles and changes are in the export, and roles and invitations end with the account', async () => {
  const member = await site.join();
  const { token } = await invite(member.email, 'admin');
  await answer(member, token);
  await invite(newEmail(), 'viewer', member);
  const { body } = await call(member, 'GET auth/me/export');
  expect(body).toMatchObject({
    workspaces: [{ name: null, role: 'admin' }],
    staffRole: null,
    changes: [{ action: 'invitation.created' }, { action: 'team.joined' }],
  });
  const gone = { body: { password: PASSWORD } };
  expect((await call(owner, 'DELETE auth/me', gone)).body).toMatchObject({ code: 'last_owner' });
  expect((await call(member, 'DELETE auth/me', gone)).status).toBe(200);
  expect(await teamRoleOf(member)).toBeUndefined();
  const [left] = await auditOf();
  expect(left).toMatchObject({ action: 'team.left', actor: { id: member.user.id, name: '' } });
  const { rows } = await sql`SELECT FROM invitations WHERE email = ${member.email}`.execute(site.db);
  expect(rows).toEqual([]);
  expect((await call<OwnRoles>(owner, 'GET studio/workspaces')).body.workspaces).toHaveLength(1);
});
