import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type AccountsApp,
  cookieOf,
  createAccountsApp,
  newEmail,
  newIp,
  PASSWORD,
} from '../../../../testing/apps/accounts-app.ts';
import type { AccountsConfig } from '../../../config/accounts.ts';
import { HASH_COST } from '../../../config/hash-cost.ts';
import { createLog } from '../../../log.ts';
import { SignInAlarm } from './sign-in-alarm.ts';

/** Tests have members and IPs of their own. */
let site: AccountsApp;
beforeAll(async () => {
  site = await createAccountsApp({ config: { trustedProxies: ['10.0.0.0/8'] } });
});
afterAll(() => site.close());

/** For a test that needs other settings. */
async function createSite(accounts: Partial<AccountsConfig>): Promise<AccountsApp> {
  const own = await createAccountsApp({ config: { accounts } });
  onTestFinished(() => own.close());
  return own;
}

/** The number of passwords that were verified, and the last status. */
function tally(statuses: number[]) {
  return { verified: statuses.filter((status) => status === 401).length, last: statuses.at(-1) };
}

describe('A12 failures over many sources and accounts', () => {
  it('one account from 200 IPs: stopped, and the owner still gets in', async () => {
    const owner = await site.join();
    const statuses: number[] = [];
    for (let count = 0; count < 200; count += 20) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => site.signIn(owner.email, `wrong ${count + index}`)),
      );
      statuses.push(...responses.map(({ statusCode }) => statusCode));
    }
    expect(tally(statuses)).toEqual({ verified: 30, last: 429 });
    // On unknown devices even the right password is refused.
    const unknown = await site.signIn(owner.email, PASSWORD);
    expect(unknown.statusCode).toBe(429);
    expect(unknown.json()).toMatchObject({ code: 'too_many_requests' });
    expect(Number(unknown.headers['retry-after'])).toBeGreaterThan(0);
    // The browser that signed up is a known device.
    const known = await site.signIn(owner.email, PASSWORD, { headers: { cookie: owner.cookie } });
    expect(known.statusCode).toBe(200);
    expect(cookieOf(known)).toBe(owner.cookie);
    expect((await site.join()).user.email).toBeDefined();
  });

  it('unknown emails are stopped after as many attempts as known ones', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      statuses.push((await site.signIn(email, 'wrong')).statusCode);
    }
    expect(tally(statuses)).toEqual({ verified: 30, last: 429 });
  });

  it('many accounts from one IP: stopped', async () => {
    const from = newIp();
    const statuses: number[] = [];
    for (let count = 0; count < 300; count += 30) {
      const responses = await Promise.all(
        Array.from({ length: 30 }, () => site.signIn(newEmail(), 'wrong', { from })),
      );
      statuses.push(...responses.map(({ statusCode }) => statusCode));
    }
    expect(tally(statuses)).toEqual({ verified: 100, last: 429 });
  });

  it('300 sign-ins from IPs of one IPv6 network: limited as one IP', async () => {
    const proxied = (forwarded: string) =>
      site.signIn(newEmail(), 'wrong', { from: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } });
    const statuses: number[] = [];
    for (let count = 0; count < 300; count += 50) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) => proxied(`2001:db8:0:1::${(count + index).toString(16)}`)),
      );
      statuses.push(...responses.map(({ statusCode }) => statusCode));
    }
    expect(tally(statuses)).toEqual({ verified: 100, last: 429 });
    expect((await proxied('2001:db8:0:2::1')).statusCode).toBe(401);
  });

  it('a member who signs in ten times a minute, and mistypes now and then, is not stopped', {
    timeout: 60_000,
  }, async () => {
    const { email } = await site.join();
    const from = newIp();
    for (let count = 0; count < 120; count += 1) {
      const mistyped = count % 10 === 9;
      const response = await site.signIn(email, mistyped ? 'oops' : PASSWORD, { from });
      expect(response.statusCode, `sign-in ${count}`).toBe(mistyped ? 401 : 200);
    }
  });

  it('a device cookie is valid for its own email only, with few wrong attempts', async () => {
    const owner = await site.join();
    const other = await site.join();
    await Promise.all(Array.from({ length: 40 }, () => site.signIn(owner.email, 'wrong')));
    const [nonce, signature] = owner.cookie.replace('oriel_device=', '').split('.');
    for (const cookie of [
      other.cookie,
      `oriel_device=${nonce}.${'A'.repeat(43)}`,
      `oriel_device=${'A'.repeat(22)}.${signature}`,
      'oriel_device=x',
      'oriel_device=',
    ]) {
      const response = await site.signIn(owner.email, PASSWORD, { headers: { cookie } });
      expect(response.statusCode, cookie).toBe(429);
    }
    const headers = { cookie: `theme=dark; ${owner.cookie}` };
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      statuses.push((await site.signIn(owner.email, 'wrong', { headers })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  });

  it('parallel attempts cannot exceed the limit', async () => {
    const { email } = await site.join();
    const responses = await Promise.all(Array.from({ length: 60 }, () => site.signIn(email, 'wrong')));
    expect(tally(responses.map(({ statusCode }) => statusCode)).verified).toBeLessThanOrEqual(30);
  });
});

it('A13 an IP in headers of the client changes nothing', { timeout: 60_000 }, async () => {
  const from = newIp();
  const statuses: number[] = [];
  for (let count = 0; count < 120; count += 1) {
    const headers = {
      'x-forwarded-for': `203.0.113.${count}`,
      'x-real-ip': `203.0.113.${count}`,
      forwarded: `for=203.0.113.${count}`,
    };
    statuses.push((await site.signIn(newEmail(), 'wrong', { from, headers })).statusCode);
  }
  expect(tally(statuses)).toEqual({ verified: 100, last: 429 });
  const proxied = await site.signIn(newEmail(), 'wrong', {
    from: '10.0.0.1',
    headers: { 'x-forwarded-for': newIp() },
  });
  expect(proxied.statusCode).toBe(401);
});

it('one IP creates a limited number of accounts', async () => {
  const site = await createSite({ signUpsPerIp: 3 });
  const from = newIp();
  for (let count = 0; count < 3; count += 1) await site.join({}, { from });
  const body = { email: newEmail(), password: PASSWORD, firstName: 'A' };
  expect((await site.call('POST', 'signup', { body, from })).statusCode).toBe(429);
  expect((await site.call('POST', 'signup', { body })).statusCode).toBe(200);
});

describe('when the hash queue is full', () => {
  it('requests are refused at once with a retry time, and do not count as attempts', async () => {
    const site = await createSite({ hashesAtOnce: 1, hashQueue: 4, hashCost: HASH_COST });
    const { email } = await site.join();
    const from = newIp();
    for (let round = 0; round < 4; round += 1) {
      const responses = await Promise.all(
        Array.from({ length: 28 }, () => site.signIn(email, PASSWORD, { from })),
      );
      const served = responses.filter(({ statusCode }) => statusCode === 200);
      expect(served.length).toBeGreaterThanOrEqual(4);
      const busy = responses.filter(({ statusCode }) => statusCode === 503);
      expect(busy.length).toBe(responses.length - served.length);
      expect(busy.length).toBeGreaterThan(0);
      expect(busy[0]?.json()).toMatchObject({ code: 'busy' });
      expect(busy[0]?.headers['retry-after']).toBe('2');
    }
    expect((await site.signIn(email, PASSWORD, { from })).statusCode).toBe(200);
  });
});

it('a third of the hash queue is reserved for known devices', async () => {
  const site = await createSite({ hashesAtOnce: 1, hashQueue: 6, hashCost: HASH_COST });
  const owner = await site.join();
  const flood = Array.from({ length: 40 }, () => site.signIn(newEmail(), 'wrong'));
  // A well-formed cookie is accepted until the body shows that it is forged.
  const forged = site.signIn(owner.email, PASSWORD, {
    headers: { cookie: `oriel_device=${'A'.repeat(22)}.${'A'.repeat(43)}` },
  });
  const known = site.signIn(owner.email, PASSWORD, { headers: { cookie: owner.cookie } });
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(5);
  expect(statuses).toContain(503);
  expect((await forged).statusCode).toBe(503);
  expect((await known).statusCode).toBe(200);
});

it('very many wrong passwords over all accounts are logged once per window', () => {
  const lines: unknown[] = [];
  const alarm = new SignInAlarm(createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }), 3);
  for (let failure = 0; failure < 10; failure += 1) alarm.recordFailure(failure);
  expect(lines).toEqual([expect.objectContaining({ alert: true, failures: 3, windowMinutes: 10 })]);
  for (let failure = 0; failure < 3; failure += 1) alarm.recordFailure(600_000 + failure);
  expect(lines).toHaveLength(2);
});

it('wrong passwords count for the alarm, whether the account exists or not', async () => {
  const { email } = await site.join({}, { from: newIp() });
  const recordFailure = vi.spyOn(SignInAlarm.prototype, 'recordFailure');
  try {
    await site.signIn(email, 'not the password', { from: newIp() });
    await site.signIn(newEmail(), 'not the password', { from: newIp() });
    expect(recordFailure).toHaveBeenCalledTimes(2);
    await site.signIn(email, PASSWORD, { from: newIp() });
    expect(recordFailure).toHaveBeenCalledTimes(2);
  } finally {
    recordFailure.mockRestore();
  }
});

it('parallel sign-ins each get their own response', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => site.join({}, { from: newIp() })));
  const attempts = members.flatMap(({ email }) => [
    { email, password: PASSWORD },
    { email, password: `not ${PASSWORD}` },
  ]);
  const responses = await Promise.all(
    attempts.map(({ email, password }) => site.signIn(email, password, { from: newIp() })),
  );
  for (const [index, response] of responses.entries()) {
    const { email, password } = attempts[index] ?? {};
    expect(response.statusCode).toBe(password === PASSWORD ? 200 : 401);
    if (response.statusCode === 200) expect(response.json().user.email).toBe(email);
  }
});

it('the minimum length of passwords is a setting', async () => {
  const site = await createSite({ passwordMinLength: 10 });
  const body = { email: newEmail(), password: 'nine char', firstName: 'A' };
  const response = await site.call('POST', 'signup', { body });
  expect(response.json()).toMatchObject({
    status: 400,
    detail: 'Password must be at least 10 characters long.',
  });
});
