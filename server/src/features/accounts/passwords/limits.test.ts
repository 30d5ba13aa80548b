import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AccountsApp,
  cookieOf,
  createAccountsApp,
  newEmail,
  newIp,
  PASSWORD,
} from '../../../../testing/apps/accounts-app.ts';
import { HASH_COST } from '../../../config/hash-cost.ts';
import { createLog } from '../../../log.ts';
import { SignInAlarm } from './sign-in-alarm.ts';

let site: AccountsApp;
beforeEach(async () => {
  site = await createAccountsApp({ config: { trustedProxies: ['10.0.0.0/8'] } });
});
afterEach(() => site.close());

/** How many of the tries were looked at, and how the last one ended. */
function tally(statuses: number[]) {
  return { looked: statuses.filter((status) => status === 401).length, last: statuses.at(-1) };
}

describe('A12 failures over many sources and accounts', () => {
  it('one account from 200 IPs: stopped, and the owner still gets in', async () => {
    const owner = await site.join();
    const statuses: number[] = [];
    for (let tries = 0; tries < 200; tries += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => site.signIn(owner.email, `guess ${tries + index}`)),
      );
      statuses.push(...answers.map(({ statusCode }) => statusCode));
    }
    expect(tally(statuses)).toEqual({ looked: 30, last: 429 });
    // Where nobody has signed in before, even the right password waits.
    const stranger = await site.signIn(owner.email, PASSWORD);
    expect(stranger.statusCode).toBe(429);
    expect(stranger.json()).toMatchObject({ code: 'too_many_requests' });
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0);
    // The browser that signed up is known.
    const known = await site.signIn(owner.email, PASSWORD, { headers: { cookie: owner.cookie } });
    expect(known.statusCode).toBe(200);
    expect(cookieOf(known)).toBe(owner.cookie);
    expect((await site.join()).user.email).toBeDefined();
  });

  it('unknown emails are stopped after as many attempts as known ones', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let tries = 0; tries < 40; tries += 1) {
      statuses.push((await site.signIn(email, 'guess')).statusCode);
    }
    expect(tally(statuses)).toEqual({ looked: 30, last: 429 });
  });

  it('many accounts from one IP: stopped', async () => {
    const from = newIp();
    const statuses: number[] = [];
    for (let tries = 0; tries < 300; tries += 30) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => site.signIn(newEmail(), 'guess', { from })),
      );
      statuses.push(...answers.map(({ statusCode }) => statusCode));
    }
    expect(tally(statuses)).toEqual({ looked: 100, last: 429 });
  });

  // 120 passwords are hashed.
  it('a thousand sign-ins from IPs of one IPv6 network: limited as one IP', {
    timeout: 60_000,
  }, async () => {
    const proxied = (forwarded: string) =>
      site.signIn(newEmail(), 'guess', { from: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } });
    const statuses: number[] = [];
    for (let tries = 0; tries < 1_000; tries += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => proxied(`2001:db8:0:1::${(tries + index).toString(16)}`)),
      );
      statuses.push(...answers.map(({ statusCode }) => statusCode));
    }
    expect(tally(statuses)).toEqual({ looked: 100, last: 429 });
    expect((await proxied('2001:db8:0:2::1')).statusCode).toBe(401);
  });

  it('a member who signs in ten times a minute, and mistypes now and then, is not stopped', {
    timeout: 60_000,
  }, async () => {
    const { email } = await site.join();
    const from = newIp();
    for (let times = 0; times < 120; times += 1) {
      const mistyped = times % 10 === 9;
      const answer = await site.signIn(email, mistyped ? 'oops' : PASSWORD, { from });
      expect(answer.statusCode, `sign-in ${times}`).toBe(mistyped ? 401 : 200);
    }
  });

  it('a device cookie is good for its own email alone, and for few wrong attempts', async () => {
    const owner = await site.join();
    const other = await site.join();
    await Promise.all(Array.from({ length: 40 }, () => site.signIn(owner.email, 'guess')));
    const [nonce, signature] = owner.cookie.replace('oriel_device=', '').split('.');
    for (const cookie of [
      other.cookie,
      `oriel_device=${nonce}.${'A'.repeat(43)}`,
      `oriel_device=${'A'.repeat(22)}.${signature}`,
      'oriel_device=x',
      'oriel_device=',
    ]) {
      const answer = await site.signIn(owner.email, PASSWORD, { headers: { cookie } });
      expect(answer.statusCode, cookie).toBe(429);
    }
    const headers = { cookie: `theme=dark; ${owner.cookie}` };
    const statuses: number[] = [];
    for (let tries = 0; tries < 15; tries += 1) {
      statuses.push((await site.signIn(owner.email, 'guess', { headers })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  });

  it('parallel attempts cannot exceed the limit', async () => {
    const { email } = await site.join();
    const answers = await Promise.all(Array.from({ length: 60 }, () => site.signIn(email, 'guess')));
    expect(tally(answers.map(({ statusCode }) => statusCode)).looked).toBeLessThanOrEqual(30);
  });
});

it('A13 an IP that the client claims changes nothing', { timeout: 60_000 }, async () => {
  const from = newIp();
  const statuses: number[] = [];
  for (let tries = 0; tries < 120; tries += 1) {
    const headers = {
      'x-forwarded-for': `203.0.113.${tries}`,
      'x-real-ip': `203.0.113.${tries}`,
      forwarded: `for=203.0.113.${tries}`,
    };
    statuses.push((await site.signIn(newEmail(), 'guess', { from, headers })).statusCode);
  }
  expect(tally(statuses)).toEqual({ looked: 100, last: 429 });
  const proxied = await site.signIn(newEmail(), 'guess', {
    from: '10.0.0.1',
    headers: { 'x-forwarded-for': newIp() },
  });
  expect(proxied.statusCode).toBe(401);
});

it('one IP creates a limited number of accounts', async () => {
  await site.close();
  site = await createAccountsApp();
  site.config.accounts.signUpsPerIp = 3;
  const from = newIp();
  for (let times = 0; times < 3; times += 1) await site.join({}, { from });
  const body = { email: newEmail(), password: PASSWORD, firstName: 'A' };
  expect((await site.call('POST', 'signup', { body, from })).statusCode).toBe(429);
  expect((await site.call('POST', 'signup', { body })).statusCode).toBe(200);
});

describe('when more sign in than can be hashed', () => {
  it('requests beyond the queue are refused at once with a retry time, and do not count as attempts', async () => {
    await site.close();
    site = await createAccountsApp({
      config: {
        accounts: { hashesAtOnce: 1, hashQueue: 4, hashCost: HASH_COST },
      },
    });
    const { email } = await site.join();
    const from = newIp();
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 28 }, () => site.signIn(email, PASSWORD, { from })),
      );
      const served = answers.filter(({ statusCode }) => statusCode === 200);
      expect(served.length).toBeGreaterThanOrEqual(4);
      const busy = answers.filter(({ statusCode }) => statusCode === 503);
      expect(busy.length).toBe(answers.length - served.length);
      expect(busy.length).toBeGreaterThan(0);
      expect(busy[0]?.json()).toMatchObject({ code: 'busy' });
      expect(busy[0]?.headers['retry-after']).toBe('2');
    }
    expect((await site.signIn(email, PASSWORD, { from })).statusCode).toBe(200);
  });
});

it('a third of the hash queue is kept for browsers that have signed in before', async () => {
  await site.close();
  site = await createAccountsApp({
    config: { accounts: { hashesAtOnce: 1, hashQueue: 6, hashCost: HASH_COST } },
  });
  const owner = await site.join();
  const storm = Array.from({ length: 40 }, () => site.signIn(newEmail(), 'guess'));
  // A cookie of the right shape gets as far as its body, which shows that it is not the owner's.
  const forged = site.signIn(owner.email, PASSWORD, {
    headers: { cookie: `oriel_device=${'A'.repeat(22)}.${'A'.repeat(43)}` },
  });
  const known = site.signIn(owner.email, PASSWORD, { headers: { cookie: owner.cookie } });
  const strangers = (await Promise.all(storm)).map(({ statusCode }) => statusCode);
  expect(strangers.filter((status) => status === 401).length).toBeGreaterThanOrEqual(5);
  expect(strangers).toContain(503);
  expect((await forged).statusCode).toBe(503);
  expect((await known).statusCode).toBe(200);
});

it('very many wrong passwords over all accounts are reported once a window', () => {
  const lines: unknown[] = [];
  const alarm = new SignInAlarm(createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }), 3);
  for (let failure = 0; failure < 10; failure += 1) alarm.recordFailure(failure);
  expect(lines).toEqual([expect.objectContaining({ alert: true, failures: 3, windowMinutes: 10 })]);
  for (let failure = 0; failure < 3; failure += 1) alarm.recordFailure(600_000 + failure);
  expect(lines).toHaveLength(2);
});

it('wrong passwords count towards that report, whether there is such an account or not', async () => {
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

it('many sign-ins at once each get their own response', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => site.join({}, { from: newIp() })));
  const attempts = members.flatMap(({ email }) => [
    { email, password: PASSWORD },
    { email, password: `not ${PASSWORD}` },
  ]);
  const answers = await Promise.all(
    attempts.map(({ email, password }) => site.signIn(email, password, { from: newIp() })),
  );
  for (const [index, answer] of answers.entries()) {
    const { email, password } = attempts[index] ?? {};
    expect(answer.statusCode).toBe(password === PASSWORD ? 200 : 401);
    if (answer.statusCode === 200) expect(answer.json().user.email).toBe(email);
  }
});

it('the least length of passwords is a setting', async () => {
  await site.close();
  site = await createAccountsApp({
    config: { accounts: { passwordMinLength: 10 } },
  });
  const body = { email: newEmail(), password: 'nine char', firstName: 'A' };
  const answer = await site.call('POST', 'signup', { body });
  expect(answer.json()).toMatchObject({
    status: 400,
    detail: 'Password must be at least 10 characters long.',
  });
});
