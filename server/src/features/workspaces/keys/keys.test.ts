import type { ApiKey, Endpoint, KeyScope, OwnRoles, StudioTour } from '@oriel/contract';
import * as contract from '@oriel/contract';
import { KEY_SCOPES, MAX_KEYS } from '@oriel/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { assignRoles, type Member, studioCalls, useCast } from '../workspaces.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
const cast = useCast(site);
const call = studioCalls(site);
let query: { workspace: string };
beforeAll(() => {
  query = { workspace: cast.workspace };
});
beforeEach(() => assignRoles(site, cast));

type Created = ApiKey & { secret: string };

async function makeKey(
  scopes: readonly KeyScope[],
  { member = cast.roles.editor, ...fields }: { member?: Member; name?: string; days?: number } = {},
) {
  const body = { name: 'Nightly import', scopes, ...fields };
  const { status, body: key } = await call<Created>(member, 'POST studio/keys', { query, body });
  expect(status, JSON.stringify(key)).toBe(200);
  return { ...key, token: key.secret };
}

const codeOf = async (key: { token: string }, request = 'GET studio/tours') =>
  (await call(key, request, { query })).body.code;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'audience' in value;
const endpoints = Object.values<unknown>(contract).filter(isEndpoint);

describe('an API key', () => {
  it('does what its scopes say, and nothing else', async () => {
    const keys = await Promise.all(KEY_SCOPES.map(async (scope) => ({ scope, key: await makeKey([scope]) })));
    for (const { method, path, audience } of endpoints) {
      if (audience === 'anyone') continue;
      const filled = path.replace(/^\/api\//, '').replace(/:\w+/g, `x_${'A'.repeat(22)}`);
      for (const { scope, key } of keys) {
        const isAllowed = typeof audience === 'object' && audience.permission === scope;
        const { status, body } = await call(key, `${method} ${filled}`, { query });
        const refusal = status === 403 && body.code === 'key_not_permitted';
        expect(refusal, `${method} ${path} with ${scope}: ${status}`).toBe(!isAllowed);
      }
    }
  });

  it('sees what anyone may see as a guest does', async () => {
    const key = await makeKey(['tour.read']);
    const { status, body } = await call<{ items: unknown[] }>(key, 'GET vr360');
    expect([status, body]).toEqual([200, (await call(undefined, 'GET vr360')).body]);
    expect((await call(key, 'GET tokens/summary')).body.code).toBe('key_not_permitted');
  });

  it('works in its own workspace alone', async () => {
    const key = await makeKey(['tour.read']);
    expect(await codeOf(key)).toBeUndefined();
    for (const workspace of [cast.other, `w_${'Z'.repeat(22)}`, 'w_1'])
      expect((await call(key, 'GET studio/tours', { query: { workspace } })).body.code).toBe(
        'workspace_not_found',
      );
    expect((await call(key, 'GET studio/tours')).body.code).toBe('workspace_missing');
  });

  it('acts for its member, and the audit log names the key', async () => {
    const key = await makeKey(['tour.write']);
    const { body } = await call<StudioTour>(key, 'POST studio/tours', { query, body: { title: 'By night' } });
    expect(body.changedBy.name).toBe('Workspace editor Berg');
    const { body: log } = await call<{ events: { action: string; actor: object }[] }>(
      cast.roles.owner,
      'GET studio/audit',
      { query },
    );
    expect(log.events[0]).toMatchObject({
      action: 'tour.created',
      actor: { kind: 'key', id: key.id, name: 'Nightly import' },
    });
  });

  it('is shown once, and kept as a digest', async () => {
    const { secret, token: _, ...key } = await makeKey(['tour.read'], { days: 30 });
    expect(secret).toMatch(/^oriel_[\w-]{43}$/);
    const list = await call<{ keys: ApiKey[] }>(cast.roles.admin, 'GET studio/keys', { query });
    expect(list.body.keys).toContainEqual(key);
    expect(list.text).not.toContain(secret);
    expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBeCloseTo(30 * 86_400_000, -4);
    const { rows } = await sql`SELECT api_keys::text AS row FROM api_keys`.execute(site.db);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  });

  it('is known by its last use', async () => {
    const key = await makeKey(['tour.read']);
    const lastUse = async () => {
      const list = await call<{ keys: ApiKey[] }>(cast.roles.admin, 'GET studio/keys', { query });
      return list.body.keys.find(({ id }) => id === key.id)?.lastUsedAt;
    };
    expect(await lastUse()).toBeNull();
    await codeOf(key);
    expect(Date.now() - Date.parse((await lastUse()) ?? '')).toBeLessThan(60_000);
  });
});

describe('an API key ends', () => {
  it('when it is revoked, by any member who manages keys', async () => {
    const key = await makeKey(['tour.read']);
    expect(await codeOf(key)).toBeUndefined();
    const revoke = () => call(cast.roles.admin, `DELETE studio/keys/${key.id}`, { query });
    expect((await revoke()).status).toBe(200);
    expect(await codeOf(key)).toBe('invalid_token');
    expect((await revoke()).body.code).toBe('key_not_found');
  });

  it('when its time is over', async () => {
    const key = await makeKey(['tour.read'], { days: 1 });
    await sql`UPDATE api_keys SET expires_at = now() WHERE id = ${key.id}`.execute(site.db);
    expect(await codeOf(key)).toBe('invalid_token');
  });

  it.each([
    ['loses a permission of it', `UPDATE workspace_members SET role = 'contributor'`],
    ['leaves the team', 'DELETE FROM workspace_members'],
  ])('when its member %s', async (_, change) => {
    const key = await makeKey(['tour.read', 'tour.publish']);
    expect(await codeOf(key)).toBeUndefined();
    const { id } = cast.roles.editor.user;
    await sql`${sql.raw(change)} WHERE member_id = ${id}`.execute(site.db);
    expect(await codeOf(key)).toBe('invalid_token');
  });

  it('when its member is blocked', async () => {
    const { id } = cast.roles.admin.user;
    const key = await makeKey(['tour.read'], { member: cast.roles.admin });
    await sql`UPDATE members SET blocked_at = now() WHERE id = ${id}`.execute(site.db);
    expect(await codeOf(key)).toBe('invalid_token');
    await sql`UPDATE members SET blocked_at = NULL WHERE id = ${id}`.execute(site.db);
  });
});

describe('making an API key', () => {
  it('gives no member more than they have, and no key a key', async () => {
    const body = { name: 'Mine', scopes: ['tour.read'] };
    const asViewer = await call(cast.roles.viewer, 'POST studio/keys', { query, body });
    expect(asViewer.body.code).toBe('not_permitted');
    const key = await makeKey([...KEY_SCOPES]);
    expect((await call(key, 'POST studio/keys', { query, body })).body.code).toBe('key_not_permitted');
    expect((await call<OwnRoles>(key, 'GET studio/workspaces')).body.code).toBe('key_not_permitted');
  });

  it('needs a recent proof of identity', async () => {
    const { user } = cast.roles.owner;
    await sql`UPDATE member_sessions SET authenticated_at = now() - interval '1 day' WHERE member_id = ${user.id}`.execute(
      site.db,
    );
    const { body } = await call(cast.roles.owner, 'POST studio/keys', {
      query,
      body: { name: 'Late', scopes: ['tour.read'] },
    });
    expect(body.code).toBe('reauthentication_required');
  });

  it.each([
    [{ name: ' ', scopes: ['tour.read'] }, 'Please name the key.'],
    [{ name: 'None', scopes: [] }, 'Please choose what the key may do.'],
    [{ name: 'Short', scopes: ['tour.read'], days: 0 }, 'A key holds for a day at least.'],
    [{ name: 'Odd', scopes: ['team.manage'] }, ''],
  ])('refuses %j', async (body, sentence) => {
    const refused = await call(cast.roles.editor, 'POST studio/keys', { query, body });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(sentence);
  });

  it(`stops at ${MAX_KEYS}, also of requests at the same moment`, async () => {
    await sql`UPDATE api_keys SET revoked_at = now(), digest = NULL WHERE revoked_at IS NULL`.execute(
      site.db,
    );
    const body = { name: 'One of many', scopes: ['tour.read'] };
    const answers = await Promise.all(
      Array.from({ length: MAX_KEYS + 4 }, () =>
        call(cast.roles.editor, 'POST studio/keys', { query, body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_KEYS);
    expect(answers.filter(({ body: { code } }) => code === 'too_many_keys')).toHaveLength(4);
  });
});
