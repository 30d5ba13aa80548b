import { fileURLToPath } from 'node:url';
import type { AuditEvent, OwnRoles, StaffMember, TeamMember } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { codeIn, createMailingApp, linkIn, type MailingApp } from '../../../../testing/apps/mailing-app.ts';
import { race, runCommand } from '../../../../testing/index.ts';
import { createTokens } from '../../accounts/sessions/jwt.ts';
import { addToTeam } from '../team/store.ts';
import { studioCalls } from '../workspaces.fixture.ts';
import { createOwnerLink, inviteFirstOwner } from './ownership.ts';

type Member = Awaited<ReturnType<MailingApp['join']>>;

let site: MailingApp;
let call: ReturnType<typeof studioCalls>;
let workspace: string;
beforeAll(async () => {
  site = await createMailingApp({ poolSize: 10 });
  call = studioCalls(site);
  ({ id: workspace } = await site.db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow());
});
afterAll(() => site.close());

/** A member whose email is verified. */
async function joinVerified(): Promise<Member> {
  const member = await site.join();
  const code = codeIn(member.welcome);
  expect((await call(member, 'POST auth/email/verify', { body: { code } })).status).toBe(200);
  return member;
}
const claim = (member: Member, token: string) =>
  call(member, 'POST console/ownership/claim', { body: { token } });
const owners = async () =>
  (await site.db.selectFrom('staff').select('member_id').where('role', '=', 'owner').execute()).map(
    ({ member_id }) => member_id,
  );
const staffOf = async (member: Member) =>
  (await call<{ members: StaffMember[] }>(member, 'GET console/staff')).body.members;
const newest = async (member: Member) =>
  (await call<{ events: AuditEvent[] }>(member, 'GET console/audit', { query: { limit: '1' } })).body
    .events[0];
const ageProof = (member: Member) =>
  sql`UPDATE member_sessions SET authenticated_at = now() - interval '11 minutes' WHERE member_id = ${member.user.id}`.execute(
    site.db,
  );
/** A link of the command line for a member. */
async function linkFor(email: string): Promise<string> {
  const context = { tokens: createTokens(site.config) };
  const link = await createOwnerLink(site.db, { context, publicUrl: site.config.publicUrl, email });
  return link.split('#token=')[1] ?? '';
}

let owner: Member;

describe('R4 the link for the owner', () => {
  it('is mailed to OWNER_EMAIL once, works once, and for its verified address alone', async () => {
    const { jobs } = site.app.dependencies;
    const member = await site.join();
    expect(await inviteFirstOwner(site.db, jobs, member.email)).toBe(true);
    expect(await inviteFirstOwner(site.db, jobs, member.email)).toBe(false);
    const mails = (await site.doJobs()).filter(({ to }) => to === member.email);
    expect(mails).toMatchObject([{ subject: 'Become the owner of Oriel' }]);
    const { token } = linkIn(mails[0]);
    const { rows } = await sql`SELECT s::text FROM one_time_secrets s`.execute(site.db);
    expect(JSON.stringify(rows)).not.toContain(token);

    const refused = async (who: Member, code: string) =>
      expect((await claim(who, token)).body, code).toMatchObject({ code });
    await refused(await joinVerified(), 'other_address');
    await refused(member, 'email_unverified');
    const code = codeIn(member.welcome);
    await call(member, 'POST auth/email/verify', { body: { code } });
    await ageProof(member);
    await refused(member, 'reauthentication_required');
    await call(member, 'POST auth/reauth', { body: { password: PASSWORD } });
    const answers = await race(8, () => claim(member, token));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    await refused(member, 'wrong_code');
    expect(await owners()).toEqual([member.user.id]);
    owner = member;

    expect((await call<OwnRoles>(owner, 'GET studio/workspaces')).body).toMatchObject({
      workspaces: [{ id: workspace, role: 'owner' }],
      staff: { role: 'owner' },
    });
    expect(await newest(owner)).toMatchObject({
      action: 'ownership.claimed',
      before: { owner: null },
      after: { owner: owner.user.id },
      workspace: null,
    });
    const inTeam = { query: { workspace, limit: '1' } };
    expect(
      (await call<{ events: AuditEvent[] }>(owner, 'GET studio/audit', inTeam)).body.events,
    ).toMatchObject([
      { action: 'team.joined', subject: { id: owner.user.id }, after: { role: 'owner' }, workspace },
    ]);
    expect(await inviteFirstOwner(site.db, jobs, newEmail())).toBe(false);
  });

  it('expires after a day', async () => {
    const token = await linkFor(owner.email);
    await sql`UPDATE one_time_secrets SET expires_at = now() WHERE purpose = 'owner-token'`.execute(site.db);
    expect((await claim(owner, token)).body).toMatchObject({ code: 'wrong_code' });
  });

  it('leaves one owner when two are used together', async () => {
    const rivals = [await joinVerified(), await joinVerified()];
    const tokens = await Promise.all(rivals.map(({ email }) => linkFor(email)));
    const answers = await race(2, (index) => claim(rivals[index] as Member, tokens[index] ?? ''));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = rivals[answers.findIndex(({ status }) => status === 200)] as Member;
    expect(await owners()).toEqual([winner.user.id]);
    expect(await staffOf(winner)).toMatchObject([
      { memberId: winner.user.id, role: 'owner', isYou: true },
      { memberId: owner.user.id, role: 'operator', isYou: false },
    ]);
    owner = winner;
  });

  it('is printed by npm run owner', { timeout: 60_000 }, async () => {
    const file = fileURLToPath(new URL('../../../operator/owner.ts', import.meta.url));
    const { status, stdout } = await runCommand(site, file, [newEmail()]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^http:\/\/localhost:\d+\/studio\/owner#token=[\w-]{43}\nFor person-\d+@example\.org, once/,
    );
    expect(stdout).toContain(`${owner.email} is the owner now`);
    expect((await runCommand(site, file, ['nobody'])).stderr).toMatch(/^Usage: npm run owner/);
  });
});

describe('the staff', () => {
  let operator: Member;
  let support: Member;

  it('grows by invitations', async () => {
    const join = async (role: string, by: Member) => {
      const member = await site.join();
      const invited = await call<{ id: string }>(by, 'POST console/invitations', {
        body: { email: member.email, role },
      });
      expect(invited.status).toBe(200);
      const mail = (await site.doJobs()).find(({ to }) => to === member.email);
      expect(mail?.subject).toBe('Anna invites you to the staff of Oriel');
      const body = { token: linkIn(mail).token, answer: 'accept' };
      expect((await call(member, 'POST studio/invitations/answer', { body })).body).toMatchObject({
        isToStaff: true,
        workspace: null,
      });
      return member;
    };
    operator = await join('operator', owner);
    support = await join('support', operator);
    expect(await newest(owner)).toMatchObject({ action: 'staff.joined', after: { role: 'support' } });
    const asOwner = { body: { email: newEmail(), role: 'owner' } };
    expect((await call(owner, 'POST console/invitations', asOwner)).status).toBe(400);
    const twice = { body: { email: support.email, role: 'reviewer' } };
    expect((await call(owner, 'POST console/invitations', twice)).body).toMatchObject({
      code: 'already_member',
    });
  });

  it('changes by those who are not below, with a recent proof of identity', async () => {
    const change = (by: Member, of: Member, role: string) =>
      call(by, `PATCH console/staff/${of.user.id}`, { body: { role } });
    expect((await change(operator, support, 'reviewer')).status).toBe(200);
    expect(await newest(owner)).toMatchObject({
      action: 'staff.role-changed',
      actor: { id: operator.user.id },
      before: { role: 'support' },
      after: { role: 'reviewer' },
    });
    expect((await change(operator, owner, 'support')).body).toMatchObject({ code: 'role_too_high' });
    expect((await call(operator, `DELETE console/staff/${owner.user.id}`)).body).toMatchObject({
      code: 'role_too_high',
    });
    await ageProof(operator);
    const before = await newest(owner);
    for (const [request, body] of [
      [`PATCH console/staff/${support.user.id}`, { role: 'support' }],
      [`DELETE console/staff/${support.user.id}`, {}],
      ['POST console/invitations', { email: newEmail(), role: 'support' }],
      ['POST console/workspaces', { name: 'Second house' }],
    ] as const) {
      expect((await call(operator, request, { body })).body, request).toMatchObject({
        code: 'reauthentication_required',
      });
    }
    expect(await newest(owner)).toEqual(before);
    await call(operator, 'POST auth/reauth', { body: { password: PASSWORD } });
    expect((await call(operator, `DELETE console/staff/${support.user.id}`)).status).toBe(200);
    expect((await change(operator, support, 'support')).body).toMatchObject({ code: 'member_not_found' });
    expect((await call<OwnRoles>(support, 'GET studio/workspaces')).body.staff).toBeNull();
    expect((await call(support, 'GET auth/me')).body).toMatchObject({ user: { hasRole: false } });
  });

  it('R2 keeps one owner when the ownership is transferred twice at once', async () => {
    const old = owner;
    expect((await call(old, 'DELETE auth/me', { body: { password: PASSWORD } })).body).toMatchObject({
      code: 'owner_stays',
    });
    const transfer = (by: Member, to: Member) =>
      call(by, 'POST console/ownership', { body: { memberId: to.user.id } });
    expect((await transfer(operator, operator)).body).toMatchObject({ code: 'not_permitted' });
    expect((await transfer(old, support)).body).toMatchObject({ code: 'member_not_found' });
    await ageProof(old);
    expect((await transfer(old, operator)).body).toMatchObject({ code: 'reauthentication_required' });
    await call(old, 'POST auth/reauth', { body: { password: PASSWORD } });
    const earlier = await linkFor(old.email);
    const statuses = (await race(4, () => transfer(old, operator))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 403, 403, 403]);
    expect(await owners()).toEqual([operator.user.id]);
    expect((await claim(old, earlier)).body, 'a link from before').toMatchObject({ code: 'wrong_code' });
    owner = operator;
    expect((await transfer(owner, old)).status).toBe(200);
    owner = old;
    expect(await newest(owner)).toMatchObject({
      action: 'ownership.transferred',
      after: { owner: owner.user.id },
    });
  });
});

describe('a team', () => {
  const inWorkspace = <T = Record<string, unknown>>(member: Member, request: string, body?: unknown) =>
    call<T>(member, request, { body, query: { workspace } });
  const add = async (role: 'owner' | 'admin' | 'editor') => {
    const member = await site.join();
    await site.db.transaction().execute((tx) => addToTeam(tx, workspace, member.user.id, role));
    return member;
  };
  const membersOf = async () =>
    (await inWorkspace<{ members: TeamMember[] }>(owner, 'GET studio/team')).body.members;

  it('changes within the reach of who changes it, and always has an owner', async () => {
    await site.db.transaction().execute((tx) => addToTeam(tx, workspace, owner.user.id, 'owner'));
    await sql`UPDATE workspace_members SET role = 'owner' WHERE member_id = ${owner.user.id}`.execute(
      site.db,
    );
    await sql`UPDATE workspace_members SET role = 'viewer' WHERE member_id <> ${owner.user.id}`.execute(
      site.db,
    );
    const [admin, editor] = [await add('admin'), await add('editor')];
    const change = (by: Member, of: Member, role: string) =>
      inWorkspace(by, `PATCH studio/team/${of.user.id}`, { role });
    expect((await change(admin, editor, 'admin')).status).toBe(200);
    expect((await change(admin, editor, 'owner')).body).toMatchObject({ code: 'role_too_high' });
    expect((await change(admin, owner, 'viewer')).body).toMatchObject({ code: 'role_too_high' });
    expect((await inWorkspace(admin, `DELETE studio/team/${owner.user.id}`)).body).toMatchObject({
      code: 'role_too_high',
    });
    expect((await change(owner, owner, 'admin')).body).toMatchObject({ code: 'last_owner' });
    expect((await inWorkspace(owner, 'DELETE studio/membership')).body).toMatchObject({ code: 'last_owner' });
    await ageProof(admin);
    expect((await change(admin, editor, 'viewer')).body).toMatchObject({ code: 'reauthentication_required' });

    const second = await add('owner');
    const left = await race(2, (index) =>
      inWorkspace(index === 0 ? owner : second, 'DELETE studio/membership'),
    );
    expect(left.map(({ status }) => status).sort()).toEqual([200, 409]);
    await site.db.transaction().execute((tx) => addToTeam(tx, workspace, owner.user.id, 'owner'));
    await sql`DELETE FROM workspace_members WHERE member_id = ${second.user.id}`.execute(site.db);

    expect((await inWorkspace(owner, `DELETE studio/team/${editor.user.id}`)).status).toBe(200);
    expect((await inWorkspace(editor, 'GET studio/team')).body).toMatchObject({
      code: 'workspace_not_found',
    });
    expect((await membersOf())[0]).toMatchObject({ memberId: owner.user.id, role: 'owner', isYou: true });
  });

  it('shows in the audit log what was changed: all to owner and admins, to others their own', async () => {
    const editor = await add('editor');
    expect((await inWorkspace(owner, 'PATCH studio/workspace', { name: 'The main house' })).status).toBe(200);
    await sql`UPDATE members SET first_name = '=1+1' WHERE id = ${editor.user.id}`.execute(site.db);
    expect((await inWorkspace(editor, 'DELETE studio/membership')).status).toBe(200);
    await site.db.transaction().execute((tx) => addToTeam(tx, workspace, editor.user.id, 'editor'));
    const read = async (member: Member, query: Record<string, string> = {}) =>
      (
        await call<{ events: AuditEvent[]; hasMore: boolean }>(member, 'GET studio/audit', {
          query: { workspace, ...query },
        })
      ).body;
    expect((await read(editor)).events).toMatchObject([{ action: 'team.left', subject: { name: '=1+1' } }]);
    const all = (await read(owner)).events;
    expect(all.slice(0, 2)).toMatchObject([
      { action: 'team.left' },
      { action: 'workspace.renamed', before: { name: null }, after: { name: 'The main house' } },
    ]);
    const paged: AuditEvent[] = [];
    for (let before: number | undefined; ; before = paged.at(-1)?.id) {
      const page = await read(owner, { limit: '3', ...(before && { before: String(before) }) });
      paged.push(...page.events);
      if (!page.hasMore) break;
    }
    expect(paged).toEqual(all);

    const csv = await call(owner, 'GET studio/audit', { query: { workspace, format: 'csv' } });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'no-store',
    });
    const [heading, first] = csv.text.split('\r\n');
    expect(heading).toBe('id,at,workspace,actor,actorName,action,subject,subjectName,before,after,source');
    expect(first).toContain(`,member:${editor.user.id},'=1+1,team.left,`);
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(all.length + 1);
  });

  it('has nothing to do with that of another workspace', async () => {
    const { body } = await call<{ id: string }>(owner, 'POST console/workspaces', {
      body: { name: 'Second house' },
    });
    const other = await site.join();
    await site.db.transaction().execute((tx) => addToTeam(tx, body.id, other.user.id, 'owner'));
    const query = { workspace: body.id };
    const { members } = (await call<{ members: TeamMember[] }>(other, 'GET studio/team', { query })).body;
    expect(members.map(({ memberId }) => memberId).sort()).toEqual([owner.user.id, other.user.id].sort());
    const foreign = (await membersOf()).find(({ memberId }) => memberId !== owner.user.id)?.memberId;
    for (const request of [`PATCH studio/team/${foreign}`, `DELETE studio/team/${foreign}`]) {
      expect(await call(other, request, { query, body: { role: 'viewer' } }), request).toMatchObject({
        status: 404,
        body: { code: 'member_not_found' },
      });
    }
  });
});
