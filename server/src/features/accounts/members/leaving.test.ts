import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { codeDigest } from '../codes/secrets.ts';
import { createTokens } from '../sessions/jwt.ts';

let site: AccountsApp;
beforeAll(async () => {
  site = await createAccountsApp();
});
afterAll(() => site.close());

const leave = (token: string, body: unknown) => site.call('DELETE', 'me', { token, body });

/** A member of whom much is kept, all of it bearing the mark. */
async function joinFully(mark: string) {
  const member = await site.join(
    { phone: `+91 98450 1000${mark}` },
    { headers: { 'user-agent': `Browser ${mark}` } },
  );
  await site.call('PATCH', 'me', {
    token: member.token,
    body: { city: 'Kochi', address: `${mark}, Marine Drive`, dob: '1990-02-28' },
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
      details: JSON.stringify({ subject: `Wallet ${mark}`, message: 'Where is it?' }),
    })
    .execute();
  await site.db
    .insertInto('experience_likes')
    .values({ experience_id: 4711, member_id: member.user.id, session_hash: null })
    .execute();
  return member;
}

/** Every row of the database that holds the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await site.db.introspection.getTables();
  const found: string[] = [];
  for (const { name, schema } of tables) {
    if (schema !== 'public') continue;
    const rows = await site.db
      .selectFrom(name as 'members')
      .selectAll()
      .execute();
    if (JSON.stringify(rows).includes(text)) found.push(name);
  }
  return found;
}

describe('P3 the export', () => {
  it('holds everything that is kept, and nothing that opens the account', async () => {
    const member = await joinFully('1');
    const answer = await site.call('GET', 'me/export', { token: member.token });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(answer.json()).toMatchObject({
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
    expect(answer.body).not.toMatch(/argon2|salt|password_hash/);
  });

  it('holds no data of other members', async () => {
    const member = await joinFully('2');
    const other = await site.join();
    const { body } = await site.call('GET', 'me/export', { token: other.token });
    expect(body).not.toContain(member.email);
    expect(JSON.parse(body)).toMatchObject({ identities: [], requests: [], likes: [] });
  });
});

describe('P3 leaving', () => {
  it('takes requests along that a guest sent from the address, once it is shown to be the member’s', async () => {
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
      expect((await leave(member.token, { password: PASSWORD })).statusCode).toBe(200);
    expect(await tablesWith(email)).toEqual([]);
    // Whoever signs up with somebody's address must not be able to delete what they wrote.
    expect(await tablesWith(unverified.email)).toEqual(['leads']);
  });

  it('takes all that is personal, and says what stays and why', async () => {
    const member = await joinFully('3');
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
    const answer = await leave(member.token, { password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<{ message: string }>().message).toMatch(/deleted.*stays.*because/i);

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
    const wrong = await leave(token, { password: 'not mine' });
    expect(wrong.json()).toMatchObject({ status: 403, code: 'wrong_credentials' });
    const code = await leave(token, { code: '123456' });
    expect(code.json()).toMatchObject({ status: 403, code: 'wrong_code', detail: 'Failed to verify OTP' });
    for (const body of [
      undefined,
      {},
      { password: '' },
      { code: 'x' },
      { password: PASSWORD, code: '123456' },
    ]) {
      expect((await leave(token, body)).statusCode, JSON.stringify(body)).toBe(400);
    }
    expect((await site.call('GET', 'me', { token })).statusCode).toBe(200);
  });

  it('works with a fresh code of the own address, not with another’s', async () => {
    const member = await site.join();
    const other = await site.join();
    const tokens = createTokens(site.config);
    const keepCode = (address: string, code: string) =>
      site.db
        .insertInto('one_time_secrets')
        .values({
          purpose: 'login',
          address,
          digest: codeDigest({ tokens }, 'login', address, code),
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute();
    await keepCode(member.email, '111111');
    await keepCode(other.email, '222222');
    expect((await leave(member.token, { code: '222222' })).statusCode).toBe(403);
    expect((await leave(member.token, { code: '11 11-11' })).statusCode).toBe(200);
    expect((await site.call('GET', 'me', { token: member.token })).statusCode).toBe(401);
    expect((await site.call('GET', 'me', { token: other.token })).statusCode).toBe(200);
  });

  it('is tried a few times, not many', async () => {
    const { token } = await site.join();
    const statuses = [];
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await leave(token, { password: `wrong ${tries}` })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  });

  it('while signing in leaves no session behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await site.join();
      await Promise.all([
        leave(member.token, { password: PASSWORD }),
        ...Array.from({ length: 6 }, () => site.signIn(member.email, PASSWORD)),
      ]);
      const alive = await site.db
        .selectFrom('member_sessions')
        .select('id')
        .where('member_id', '=', member.user.id)
        .where('ended_at', 'is', null)
        .execute();
      expect(alive).toEqual([]);
    }
  });
});
