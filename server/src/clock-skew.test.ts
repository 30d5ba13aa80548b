import type { Session } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newIp, PASSWORD } from '../testing/apps/accounts-app.ts';
import { give } from '../testing/apps/wallet-app.ts';
import { useWalletApp } from '../testing/use-app.ts';
import { buildApp } from './app.ts';
import { createMediaUrls } from './features/media/media-urls.ts';

const MINUTE_MS = 60_000;
const SKEW_MS = 5 * MINUTE_MS;

const site = useWalletApp([
  {
    slug: 'locked',
    title: 'Locked',
    mediaType: 'embed',
    mediaUrl: 'https://cdn.example/a',
    tokensRequired: 10,
  },
]);
/** Another process of the same site. */
let skewed: FastifyInstance;
beforeAll(async () => {
  skewed = await buildApp({ ...site.app.dependencies });
});
afterAll(() => skewed.close());

/** Does what happens in the process whose clock is off by so many milliseconds. The database keeps its own time. */
async function at<T>(offMs: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

interface Request {
  token?: string;
  body?: object;
}

const send = (app: FastifyInstance, method: 'GET' | 'POST', url: string, request: Request = {}) =>
  app.inject({
    method,
    url,
    remoteAddress: newIp(),
    ...(request.token !== undefined && { headers: { authorization: `Bearer ${request.token}` } }),
    ...(request.body && { payload: request.body }),
  });

describe.each([
  ['ahead', SKEW_MS],
  ['behind', -SKEW_MS],
])('a process whose clock is five minutes %s', (_, offMs) => {
  const inSkewed = (...request: [method: 'GET' | 'POST', url: string, request?: Request]) =>
    at(offMs, () => send(skewed, ...request));

  it('gives sessions that others accept and renew, and accepts and renews theirs', async () => {
    const { email } = await site.join();
    const credentials = { email, password: PASSWORD };
    const from = await inSkewed('POST', '/api/auth/login', { body: credentials });
    const own = await send(site.app, 'POST', '/api/auth/login', { body: credentials });
    const read = { method: 'GET', url: '/api/tokens/summary' } as const;
    for (const answer of [from, own]) {
      const { token } = answer.json<Session>();
      expect((await send(site.app, read.method, read.url, { token })).statusCode).toBe(200);
      expect((await inSkewed(read.method, read.url, { token })).statusCode).toBe(200);
    }
    const renewal = { method: 'POST', url: '/api/auth/token/refresh' } as const;
    const [theirs, ours] = [own, from].map((answer) => answer.json<Session>().refreshToken);
    const elsewhere = await send(site.app, renewal.method, renewal.url, { body: { refreshToken: ours } });
    const here = await inSkewed(renewal.method, renewal.url, { body: { refreshToken: theirs } });
    expect([elsewhere.statusCode, here.statusCode]).toEqual([200, 200]);
  });

  it('spends what has not expired, and nothing that has', async () => {
    const member = await site.memberWith(0);
    await give(site.db, member.user.id, 10, { expiresAt: new Date(Date.now() + 2 * MINUTE_MS) });
    const { token } = member;
    const summary = await inSkewed('GET', '/api/tokens/summary', { token });
    expect(summary.json()).toMatchObject({ wallet: { totalBalance: 10 } });
    expect((await inSkewed('POST', '/api/vr360/locked/access', { token, body: {} })).statusCode).toBe(200);

    const late = await site.memberWith(0);
    await give(site.db, late.user.id, 10, { expiresAt: new Date(Date.now() + 2_000) });
    const isOver = async () => (await site.summary(late)).wallet.totalBalance === 0;
    await vi.waitUntil(isOver, { timeout: 30_000 });
    const refused = await inSkewed('POST', '/api/vr360/locked/access', { token: late.token, body: {} });
    expect(refused.statusCode).toBe(402);
  });

  it('signs URLs of gated media that others accept, and accepts theirs', async () => {
    const { build, verify } = createMediaUrls(site.config.secretKey);
    const asset = { assetId: 'an-asset', gated: true, experienceId: 1, memberId: 'a-member' };
    const tokenOf = ({ base }: { base: string }) => base.split('/')[3] ?? '';
    const theirs = tokenOf(build(asset));
    const own = await at(offMs, async () => tokenOf(build(asset)));
    expect(verify(own, asset.assetId)).toBeDefined();
    expect(await at(offMs, async () => verify(theirs, asset.assetId))).toBeDefined();
  });
});
