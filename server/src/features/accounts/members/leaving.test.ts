import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { codeDigest } from '../codes/secrets.ts';
import { createTokens } from '../sessions/jwt.ts';

const site = useAccountsApp();

const deleteAccount = (token: string, body: unknown) => site.call('DELETE', 'me', { token, body });

/** A member with data in many tables, all of which contains the marker. */
async function joinWithData(marker: string) {
  const member = await site.join(
    { phone: `+91 98450 1000${marker}` },
    { headers: { 'user-agent': `Browser ${marker}` } },
  );
  await site.call('PATCH', 'me', {
    token: member.token,
    body: { city: 'Kochi', address: `${marker}, Marine Drive`, dob: '1990-02-28' },
  });
  await site.db
    .insertInto('member_identities')
    .values({
      issuer: 'https://accounts.example',
      subject: `subject of ${member.email}`,
      member_id: member.user.id,
    })
    .execute();
  await site.db
    .insertInto('leads')
    .values({
      kind: 'help',
      email: member.email,
      member_id: member.user.id,
      details: JSON.stringify({ subject: `Wallet ${marker}`, message: 'Where is it?' }),
    })
    .execute();
  await site.db
    .insertInto('experience_likes')
    .values({ experience_id: 4711, member_id: member.user.id, session_hash: null })
    .execute();
  return member;
}

/** The names of all tables that contain the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await site.db.introspection.getTables();
  const matching: string[] = [];
  for (const { name, schema } of tables) {
    if (schema !== 'public') continue;
    const rows = await site.db
      .selectFrom(name as 'members')
      .selectAll()
      .execute();
    if (JSON.stringify(rows).includes(text)) matching.push(name);
  }
  return matching;
}

describe('P3 the export', () => {
  it('contains everything that is stored, and nothing that could sign in', async () => {
    const member = await joinWithData('1');
    const response = await site.call('GET', 'me/export', { token: member.token });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-disposition']).toMatch(/^attachment/);
    expect(response.json()).toMatchObject({
      exportedAt: expect.any(String),
      member: {
        id: member.user.id,
        email: member.email,
        phone: `+91 98450 10001`,
        city: 'Kochi',
        address: `1, Marine Drive`,
        dob: '1990-02-28',
        referredBy: null,
      },
      identities: [{ issuer: 'https://accounts.example', subject: `subject of ${member.email}` }],
      sessions: [{ userAgent: `Browser 1`, endedAt: null }],
      requests: [
        { kind: 'help', email: member.email, details: { subject: `Wallet 1`, message: 'Where is it?' } },
      ],
      likes: [{ createdAt: expect.any(String) }],
    });
    expect(response.body).not.toMatch(/argon2|salt|password_hash/);
  });

  it('contains no data of other members', async () => {
    const member = await joinWithData('2');
    const other = await site.join();
    const { body } = await site.call('GET', 'me/export', { token: other.token });
    expect(body).not.toContain(member.email);
    expect(JSON.parse(body)).toMatchObject({ identities: [], requests: [], likes: [] });
  });
});

describe('P3 deletion', () => {
  it('includes requests that a guest sent with the same email, if it is verified', async () => {
    const [verified, unverified] = [await site.join(), await site.join()];
    const { email } = verified;
    await site.db
      .updateTable('members')
      .set({ email_verified_at: new Date() })
      .where('email', '=', email)
      .execute();
    for (const member of [verified, unverified]) {
      const details = JSON.stringify({ subject: 'As a guest', message: member.email });
      await site.db
        .insertInto('leads')
        .values({ kind: 'help', email: member.email, member_id: null, details })
        .execute();
    }
    const exported = (await site.call('GET', 'me/export', { token: verified.token })).json();
    expect(exported.requests).toMatchObject([{ email, details: { subject: 'As a guest' } }]);
    for (const member of [verified, unverified])
      expect((await deleteAccount(member.token, { password: PASSWORD })).statusCode).toBe(200);
    expect(await tablesWith(email)).toEqual([]);
    // A sign-up with another person's email must not be able to delete their requests.
    expect(await tablesWith(unverified.email)).toEqual(['leads']);
  });

  it('removes all personal data, and explains what is kept', async () => {
    const member = await joinWithData('3');
    const newcomer = await site.join({ referralCode: member.user.id });
    await site.db
      .insertInto('one_time_secrets')
      .values({
        purpose: 'verify-code',
        address: member.email,
        digest: Buffer.alloc(32, 7),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    const response = await deleteAccount(member.token, { password: PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json<{ message: string }>().message).toMatch(/deleted.*stays.*because/i);

    await site.db.deleteFrom('rate_limits').execute();
    for (const text of [member.email, '10003', '3, Marine Drive', 'Browser 3', 'Wallet 3']) {
      expect(await tablesWith(text), text).toEqual([]);
    }
    expect(await tablesWith(member.user.id)).toEqual([
      'experience_likes',
      'member_sessions',
      'members',
      'security_events',
    ]);
    const row = await site.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', member.user.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ email: null, first_name: '', password_hash: null, profile: {} });
    expect(row.deleted_at).toBeInstanceOf(Date);
    expect((await site.call('GET', 'me', { token: newcomer.token })).statusCode).toBe(200);

    const again = await site.join({ email: member.email });
    expect(again.user.id).not.toBe(member.user.id);
  });

  it('needs the password or a code', async () => {
    const { token } = await site.join();
    const wrong = await deleteAccount(token, { password: 'not mine' });
    expect(wrong.json()).toMatchObject({ status: 403, code: 'wrong_credentials' });
    const code = await deleteAccount(token, { code: '123456' });
    expect(code.json()).toMatchObject({ status: 403, code: 'wrong_code', detail: 'Failed to verify OTP' });
    for (const body of [
      undefined,
      {},
      { password: '' },
      { code: 'x' },
      { password: PASSWORD, code: '123456' },
    ]) {
      expect((await deleteAccount(token, body)).statusCode, JSON.stringify(body)).toBe(400);
    }
    expect((await site.call('GET', 'me', { token })).statusCode).toBe(200);
  });

  it('accepts a code of the member, not of another one', async () => {
    const member = await site.join();
    const other = await site.join();
    const tokens = createTokens(site.config);
    const insertCode = (email: string, code: string) =>
      site.db
        .insertInto('one_time_secrets')
        .values({
          purpose: 'login',
          address: email,
          digest: codeDigest({ tokens }, 'login', email, code),
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute();
    await insertCode(member.email, '111111');
    await insertCode(other.email, '222222');
    expect((await deleteAccount(member.token, { code: '222222' })).statusCode).toBe(403);
    expect((await deleteAccount(member.token, { code: '11 11-11' })).statusCode).toBe(200);
    expect((await site.call('GET', 'me', { token: member.token })).statusCode).toBe(401);
    expect((await site.call('GET', 'me', { token: other.token })).statusCode).toBe(200);
  });

  it('allows few attempts', async () => {
    const { token } = await site.join();
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      statuses.push((await deleteAccount(token, { password: `wrong ${attempt}` })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  });

  it('during sign-ins leaves no session behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await site.join();
      await Promise.all([
        deleteAccount(member.token, { password: PASSWORD }),
        ...Array.from({ length: 6 }, () => site.signIn(member.email, PASSWORD)),
      ]);
      const active = await site.db
        .selectFrom('member_sessions')
        .select('id')
        .where('member_id', '=', member.user.id)
        .where('ended_at', 'is', null)
        .execute();
      expect(active).toEqual([]);
    }
  });
});
