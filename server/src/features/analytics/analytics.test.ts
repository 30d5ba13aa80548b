import { consentTextHash } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { readSite } from '../../site/site.ts';
import { readTexts } from '../../site/texts.ts';
import { cookieOf, sender, VIEW } from './analytics.fixture.ts';
import { storeConsentTexts } from './maintenance.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql`TRUNCATE analytics_events, consent_records`.execute(site.db);
});

const send = sender(() => site);
const stored = () => site.db.selectFrom('analytics_events').selectAll().execute();
const evidence = () => site.db.selectFrom('consent_records').selectAll().execute();
const choice = (meta: object) => ({ ...VIEW, event_type: 'cookie_consent', meta });

describe('an event', () => {
  it('of a visitor with consent is stored unchanged', async () => {
    const response = await send(VIEW);
    expect(response.json()).toEqual({ accepted: 1 });
    expect(response.headers['cache-control']).toBe('no-store');
    const { created_at, user_id: _, ...rest } = VIEW;
    expect(await stored()).toEqual([
      { ...rest, received_at: expect.any(Date), happened_at: new Date(created_at) },
    ]);
  });

  it('is accepted alone or in a list of up to fifty', async () => {
    expect((await send(Array(50).fill(VIEW))).json()).toEqual({ accepted: 50 });
    expect(await stored()).toHaveLength(50);
    expect((await send(Array(51).fill(VIEW))).statusCode).toBe(400);
    expect((await send([])).statusCode).toBe(400);
  });

  it('requires few fields', async () => {
    const { session_id, page_name, event_type } = VIEW;
    expect((await send({ session_id, page_name, event_type })).statusCode).toBe(200);
    expect((await send({ ...VIEW, user_id: 0, referrer: null, meta: null, device: null })).statusCode).toBe(
      200,
    );
  });

  it('is stored without the member, even if it names one', async () => {
    const joined = await site.app.inject({
      method: 'POST',
      url: '/api/auth/signup',
      payload: { email: 'anna@example.org', password: 'a quiet corridor', firstName: 'Anna' },
    });
    const { user, token } = joined.json();
    const authorization = `Bearer ${token}`;
    const identified = { ...VIEW, user_id: user.id };
    expect((await send(identified, { ...cookieOf(true), authorization })).statusCode).toBe(200);
    const identifiedChoice = {
      ...choice({ version: 1, analytics: true, marketing: true }),
      user_id: user.id,
    };
    expect((await send(identifiedChoice, { authorization })).statusCode).toBe(200);
    const all = JSON.stringify([await stored(), await evidence()]);
    expect(all).toContain('/pricing');
    expect(all).not.toContain(user.id);
  });

  it('with an expired access token counts as one of a guest', async () => {
    const response = await send(VIEW, { ...cookieOf(true), authorization: 'Bearer dead.token.here' });
    expect(response.statusCode).toBe(200);
  });

  it('is stored without query strings, which may contain secrets', async () => {
    await send({ ...VIEW, page_name: '/join?ref=m_1#a', referrer: 'https://site.example/a?token=1' });
    expect(await stored()).toMatchObject([{ page_name: '/join', referrer: 'https://site.example/a' }]);
  });

  it('is dated within the last hour, regardless of its time', async () => {
    await send({ ...VIEW, created_at: '1999-01-01T00:00:00Z' });
    await send({ ...VIEW, created_at: '2999-01-01T00:00:00+02:00' });
    for (const { happened_at } of await stored()) {
      expect(Math.abs(Date.now() - happened_at.getTime())).toBeLessThan(61 * 60_000);
    }
  });

  it.each([
    ['no session', { session_id: undefined }],
    ['an empty session', { session_id: '' }],
    ['a long session', { session_id: 'x'.repeat(65) }],
    ['no page', { page_name: '' }],
    ['a long page', { page_name: `/${'x'.repeat(300)}` }],
    ['another type', { event_type: 'purchase' }],
    ['another device', { device: 'watch' }],
    ['a long user agent', { user_agent: 'x'.repeat(401) }],
    ['a long browser', { browser: 'x'.repeat(41) }],
    ['a long referrer', { referrer: 'x'.repeat(501) }],
    ['a line break', { page_name: '/a\nb' }],
    ['NUL', { referrer: 'a\u0000b' }],
    ['half a character', { browser: '\ud800' }],
    ['deeply nested meta', { meta: { a: { b: { c: 1 } } } }],
    ['meta that contains a list', { meta: { a: [1] } }],
    [
      'large meta',
      { meta: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`k${index}`, 'x'.repeat(200)])) },
    ],
    ['meta for the prototype', { meta: JSON.parse('{"__proto__":{"a":1}}') }],
    ['a user that is an object', { user_id: { $ne: null } }],
    ['meta that is a list', { meta: ['a'] }],
    [
      'too many entries in meta',
      { meta: Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`k${index}`, 1])) },
    ],
    ['a long entry in meta', { meta: { a: 'x'.repeat(201) } }],
    ['an invalid name in meta', { meta: { 'a b': 1 } }],
    ['no time', { created_at: 'yesterday' }],
    ['another field', { ip: '203.0.113.1' }],
  ])('is refused with %s', async (_, change) => {
    expect((await send({ ...VIEW, ...change })).statusCode).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it.each(['1e999', '-1e999', 'NaN'])('is refused with a number such as %s', async (number) => {
    const text = JSON.stringify({ ...VIEW, meta: { a: 0 } }).replace('{"a":0}', `{"a":${number}}`);
    const response = await send(text, { ...cookieOf(true), 'content-type': 'application/json' });
    expect(response.statusCode).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('must be JSON of at most 256 kB', async () => {
    expect((await send('{}', { ...cookieOf(true), 'content-type': 'text/plain' })).statusCode).toBe(415);
    const large = { ...VIEW, meta: { a: 'x'.repeat(300_000) } };
    expect((await send(large)).statusCode).toBe(413);
  });
});

describe('P1 without consent to analytics', () => {
  it.each([
    ['no cookie', {}],
    ['a refusal', cookieOf(false)],
    ['an expired consent', cookieOf(true, '2020-01-01T00:00:00Z')],
    ['a cookie that is not JSON', { cookie: 'oriel-consent=%7B' }],
    ['a badly encoded cookie', { cookie: 'oriel-consent=%' }],
    ['another version', { cookie: `oriel-consent=${encodeURIComponent('{"version":2,"analytics":true}')}` }],
    ['another cookie', { cookie: cookieOf(true).cookie?.replace('oriel', 'other') ?? '' }],
    ['two cookies of which one refuses', { cookie: `${cookieOf(true).cookie}; ${cookieOf(false).cookie}` }],
  ])('only the choice itself is accepted: %s', async (_, headers: Record<string, string>) => {
    for (const body of [
      VIEW,
      { ...VIEW, event_type: 'click' },
      [choice({ version: 1, analytics: true, marketing: true }), VIEW],
    ]) {
      const refused = await send(body, headers);
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({ code: 'no_consent' });
    }
    expect(await stored()).toEqual([]);
    const accepted = await send(choice({ version: 1, analytics: false, marketing: false }), headers);
    expect(accepted.json()).toEqual({ accepted: 1 });
  });

  it('only the choice of an event is stored', async () => {
    await send(choice({ version: 1, analytics: false, marketing: false }), {});
    expect(await stored()).toMatchObject([{ browser: null, user_agent: null, device: null, referrer: null }]);
  });
});

describe('P2 the evidence of a choice', () => {
  it('has its version, the choice, the hash of the texts and the time, and no personal data', async () => {
    const texts = readTexts(readSite(), site.config).consent;
    await storeConsentTexts(site.db, texts);
    const { hash } = await site.db.selectFrom('consent_texts').selectAll().executeTakeFirstOrThrow();
    await send(choice({ version: 1, analytics: true, marketing: false, text: hash }), {});
    const [record, ...others] = await evidence();
    expect(others).toEqual([]);
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      analytics: true,
      marketing: false,
      text_hash: hash,
      decided_at: expect.any(Date),
    });
    const [row] = await site.db.selectFrom('consent_texts').selectAll().where('hash', '=', hash).execute();
    expect(row?.texts).toEqual(texts);
    // The stored texts match their hash.
    expect(await consentTextHash(row?.texts ?? {})).toBe(hash);
  });

  it.each([
    ['nothing', {}],
    ['something else', { version: 2, analytics: 'yes' }],
  ])('is not stored if a choice contains %s', async (_, meta) => {
    expect((await send(choice(meta), {})).statusCode).toBe(200);
    expect(await stored()).toHaveLength(1);
    expect(await evidence()).toEqual([]);
  });
});

describe('a flood', () => {
  it('from one IP is limited, without a row for each event', async () => {
    const strict = await createTestApp({ config: { analytics: { eventsPerMinute: 60 } } });
    const sendStrictly = sender(() => strict);
    const from = '203.0.113.9';
    expect((await sendStrictly(Array(50).fill(VIEW), undefined, from)).statusCode).toBe(200);
    const refused = await sendStrictly(Array(50).fill(VIEW), undefined, from);
    expect(refused.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await sendStrictly(VIEW, undefined, '203.0.113.10')).statusCode).toBe(200);
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM rate_limits`.execute(strict.db);
    expect(rows[0]?.count).toBe(0);
    await strict.close();
  });

  it('of choices, which need no consent, is limited earlier', async () => {
    const strict = await createTestApp({ config: { analytics: { eventsPerMinute: 60 } } });
    const refusal = choice({ version: 1, analytics: false, marketing: false });
    const sendStrictly = sender(() => strict);
    for (const status of [200, 200, 200, 429])
      expect((await sendStrictly(refusal, {}, '203.0.113.11')).statusCode).toBe(status);
    expect((await sendStrictly([refusal, refusal, refusal, refusal], {}, '203.0.113.12')).statusCode).toBe(
      429,
    );
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM consent_records`.execute(strict.db);
    expect(rows[0]?.count).toBe(3);
    await strict.close();
  });

  it('from many IPs is written in few commits', async () => {
    const responses = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        send({ ...VIEW, session_id: `a-visit-${index}` }, cookieOf(true), `198.51.100.${index % 250}`),
      ),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { rows } = await sql<{ events: number; commits: number }>`
      SELECT count(DISTINCT session_id) AS events, count(DISTINCT xmin::text) AS commits FROM analytics_events
    `.execute(site.db);
    expect(rows[0]?.events).toBe(400);
    expect(rows[0]?.commits).toBeLessThan(100);
  });
});
