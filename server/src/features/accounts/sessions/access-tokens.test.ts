import { createHmac, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp } from '../../../../testing/apps/accounts-app.ts';

let site: AccountsApp;
let good: { token: string; refreshToken: string; header: Claims; payload: Claims };
type Claims = Record<string, unknown>;

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined): Claims =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

beforeAll(async () => {
  site = await createAccountsApp();
  const { token, refreshToken } = await site.join();
  const [header, payload] = token.split('.');
  good = { token, refreshToken, header: decode(header), payload: decode(payload) };
});
afterAll(() => site.close());

/** The installation's real key, so that what is tested is the claim and not the signature. */
const ownKey = () =>
  new Uint8Array(hkdfSync('sha256', site.config.secretKey, '', 'oriel/accounts/access/1', 32));

const signed = (header: Claims, payload: Claims, key: Uint8Array = ownKey()) => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

async function expectRefused(token: string): Promise<void> {
  const answer = await site.call('GET', 'me', { token });
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ code: 'invalid_token' });
  expect(answer.headers['www-authenticate']).toContain('Bearer');
}

it('the real key and the real claims are taken, so what follows is refused for its own reason', async () => {
  const token = signed(good.header, good.payload);
  expect(token).toBe(good.token);
  expect((await site.call('GET', 'me', { token })).statusCode).toBe(200);
  const lasts = Number(good.payload.exp) - Number(good.payload.iat);
  expect(lasts).toBe(15 * 60);
});

describe('A14 a forged access token', () => {
  it.each(['none', 'None', 'nOnE', 'NONE'])('alg %s', async (alg) => {
    const text = `${encode({ ...good.header, alg })}.${encode(good.payload)}`;
    const signature = good.token.split('.')[2];
    for (const token of [text, `${text}.`, `${text}.${signature}`]) await expectRefused(token);
  });

  it('other algorithms, and a public key as the secret', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await expectRefused(signed(good.header, good.payload, Buffer.from(pem)));
    const jwk = publicKey.export({ format: 'jwk' });
    for (const extra of [{}, { jwk }, { kid: '1' }]) {
      const token = await new SignJWT(good.payload)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', ...extra } as { alg: string; typ: string })
        .sign(privateKey);
      await expectRefused(token);
    }
    for (const alg of ['HS384', 'HS512', 'RS256', 'ES256', 'hs256', '', null]) {
      await expectRefused(signed({ ...good.header, alg }, good.payload));
    }
  });

  it.each([
    ['kid traversal', { kid: '../../../../dev/null' }],
    ['kid SQL', { kid: "x' UNION SELECT 'key' --" }],
    ['jku', { jku: 'http://127.0.0.1:1/keys.json' }],
    ['jwk', { jwk: { kty: 'oct', k: encode('x') } }],
    ['x5u', { x5u: 'http://127.0.0.1:1/cert.pem' }],
  ])('%s with a key of the sender', async (_name, extra) => {
    for (const key of [new Uint8Array(0), Buffer.from('key'), Buffer.from('x')]) {
      await expectRefused(signed({ ...good.header, ...extra }, good.payload, key));
    }
  });

  it('crit', async () => {
    await expectRefused(signed({ ...good.header, crit: ['exp'] }, good.payload));
    await expectRefused(signed({ ...good.header, crit: ['b64'], b64: false }, good.payload));
    await expectRefused(signed({ ...good.header, crit: [] }, good.payload));
  });
});

describe('A15 an access token out of time or for something else', () => {
  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Claims]>([
    ['expired', () => ({ iat: now() - 1000, exp: now() - 61 })],
    ['issued longer ago than tokens live', () => ({ iat: now() - 961, exp: now() + 900 })],
    ['not valid yet', () => ({ nbf: now() + 61 })],
    ['issued in the future', () => ({ iat: now() + 61, exp: now() + 900 })],
    ['without an end', () => ({ exp: undefined })],
    ['without a beginning', () => ({ iat: undefined })],
    ['for another audience', () => ({ aud: 'elsewhere' })],
    ['without an audience', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['without a session', () => ({ sid: undefined })],
    ['with a session that is no text', () => ({ sid: { $ne: null } })],
    ['of another member', () => ({ sub: 'm_AAAAAAAAAAAAAAAAAAAAAA' })],
    ['of an unknown session', () => ({ sid: 's_AAAAAAAAAAAAAAAAAAAAAA' })],
    ['with characters that cannot be stored', () => ({ sid: 's_\u0000' })],
  ])('%s', async (_name, changes) => {
    const token = signed(good.header, { ...good.payload, ...changes() });
    const answer = await site.call('GET', 'me', { token });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(402);
  });

  it('a refresh token, another kind of token, or half of one', async () => {
    await expectRefused(good.refreshToken);
    for (const typ of ['JWT', 'refresh', 'logout+jwt', undefined]) {
      await expectRefused(signed({ ...good.header, typ }, good.payload));
    }
    await expectRefused(good.token.slice(0, -3));
    await expectRefused(`${good.token.split('.').slice(0, 2).join('.')}.`);
    await expectRefused('a.b.c');
  });

  it('a bearer token as a refresh token', async () => {
    const answer = await site.call('POST', 'token/refresh', { body: { refreshToken: good.token } });
    expect(answer.statusCode).toBe(401);
  });
});

it('a token of another installation is refused', async () => {
  const key = new Uint8Array(hkdfSync('sha256', 'another key', '', 'oriel/accounts/access/1', 32));
  await expectRefused(signed(good.header, good.payload, key));
});
