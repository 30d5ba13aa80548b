import { createHmac, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp } from '../../../../testing/apps/accounts-app.ts';

let site: AccountsApp;
let valid: { token: string; refreshToken: string; header: Claims; payload: Claims };
type Claims = Record<string, unknown>;

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined): Claims =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

beforeAll(async () => {
  site = await createAccountsApp();
  const { token, refreshToken } = await site.join();
  const [header, payload] = token.split('.');
  valid = { token, refreshToken, header: decode(header), payload: decode(payload) };
});
afterAll(() => site.close());

/** The installation's real key, so that tokens are refused for their claims rather than their signature. */
const ownKey = () =>
  new Uint8Array(hkdfSync('sha256', site.config.secretKey, '', 'oriel/accounts/access/1', 32));

const signed = (header: Claims, payload: Claims, key: Uint8Array = ownKey()) => {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

async function expectRefused(token: string): Promise<void> {
  const response = await site.call('GET', 'me', { token });
  expect(response.statusCode).toBe(401);
  expect(response.json()).toMatchObject({ code: 'invalid_token' });
  expect(response.headers['www-authenticate']).toContain('Bearer');
}

it('a token with the real key and claims is accepted', async () => {
  const token = signed(valid.header, valid.payload);
  expect(token).toBe(valid.token);
  expect((await site.call('GET', 'me', { token })).statusCode).toBe(200);
  const lifetime = Number(valid.payload.exp) - Number(valid.payload.iat);
  expect(lifetime).toBe(15 * 60);
});

describe('A14 a forged access token', () => {
  it.each(['none', 'None', 'nOnE', 'NONE'])('alg %s', async (alg) => {
    const text = `${encode({ ...valid.header, alg })}.${encode(valid.payload)}`;
    const signature = valid.token.split('.')[2];
    for (const token of [text, `${text}.`, `${text}.${signature}`]) await expectRefused(token);
  });

  it('other algorithms, and a public key as the secret', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await expectRefused(signed(valid.header, valid.payload, Buffer.from(pem)));
    const jwk = publicKey.export({ format: 'jwk' });
    for (const extra of [{}, { jwk }, { kid: '1' }]) {
      const token = await new SignJWT(valid.payload)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', ...extra } as { alg: string; typ: string })
        .sign(privateKey);
      await expectRefused(token);
    }
    for (const alg of ['HS384', 'HS512', 'RS256', 'ES256', 'hs256', '', null]) {
      await expectRefused(signed({ ...valid.header, alg }, valid.payload));
    }
  });

  it.each([
    ['kid traversal', { kid: '../../../../dev/null' }],
    ['kid SQL', { kid: "x' UNION SELECT 'key' --" }],
    ['jku', { jku: 'http://127.0.0.1:1/keys.json' }],
    ['jwk', { jwk: { kty: 'oct', k: encode('x') } }],
    ['x5u', { x5u: 'http://127.0.0.1:1/cert.pem' }],
  ])('%s with a key of the attacker', async (_name, extra) => {
    for (const key of [new Uint8Array(0), Buffer.from('key'), Buffer.from('x')]) {
      await expectRefused(signed({ ...valid.header, ...extra }, valid.payload, key));
    }
  });

  it('crit', async () => {
    await expectRefused(signed({ ...valid.header, crit: ['exp'] }, valid.payload));
    await expectRefused(signed({ ...valid.header, crit: ['b64'], b64: false }, valid.payload));
    await expectRefused(signed({ ...valid.header, crit: [] }, valid.payload));
  });
});

describe('A15 an access token that is expired, early or for another purpose', () => {
  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Claims]>([
    ['expired', () => ({ iat: now() - 1000, exp: now() - 61 })],
    ['issued longer ago than the lifetime of tokens', () => ({ iat: now() - 961, exp: now() + 900 })],
    ['not valid yet', () => ({ nbf: now() + 61 })],
    ['issued in the future', () => ({ iat: now() + 400, exp: now() + 900 })],
    ['without an expiry', () => ({ exp: undefined })],
    ['without a time of issue', () => ({ iat: undefined })],
    ['for another audience', () => ({ aud: 'elsewhere' })],
    ['without an audience', () => ({ aud: undefined })],
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['without a session', () => ({ sid: undefined })],
    ['with a session that is not a string', () => ({ sid: { $ne: null } })],
    ['of another member', () => ({ sub: 'm_AAAAAAAAAAAAAAAAAAAAAA' })],
    ['of an unknown session', () => ({ sid: 's_AAAAAAAAAAAAAAAAAAAAAA' })],
    ['with characters that cannot be stored', () => ({ sid: 's_\u0000' })],
  ])('%s', async (_name, changes) => {
    const token = signed(valid.header, { ...valid.payload, ...changes() });
    const response = await site.call('GET', 'me', { token });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(402);
  });

  it('a refresh token, another type of token, or a truncated one', async () => {
    await expectRefused(valid.refreshToken);
    for (const typ of ['JWT', 'refresh', 'logout+jwt', undefined]) {
      await expectRefused(signed({ ...valid.header, typ }, valid.payload));
    }
    await expectRefused(valid.token.slice(0, -3));
    await expectRefused(`${valid.token.split('.').slice(0, 2).join('.')}.`);
    await expectRefused('a.b.c');
  });

  it('a bearer token as a refresh token', async () => {
    const response = await site.call('POST', 'token/refresh', { body: { refreshToken: valid.token } });
    expect(response.statusCode).toBe(401);
  });
});

it('a token of another installation is refused', async () => {
  const key = new Uint8Array(hkdfSync('sha256', 'another key', '', 'oriel/accounts/access/1', 32));
  await expectRefused(signed(valid.header, valid.payload, key));
});
