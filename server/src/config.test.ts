import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const PRODUCTION = {
  ORIEL_MODE: 'production',
  PUBLIC_URL: 'https://tours.example',
  DATABASE_URL: 'postgres://oriel:hunter2@db.example/oriel',
  SECRET_KEY: 'k'.repeat(32),
  SMTP_URL: 'smtps://oriel:hunter2@mail.example',
  MAIL_FROM: 'Oriel Tours <hello@tours.example>',
  RAZORPAY_KEY_ID: 'rzp_live_oriel',
  RAZORPAY_KEY_SECRET: 'hunter2',
  RAZORPAY_WEBHOOK_SECRET: 'hunter22',
};

function messageOf(environment: NodeJS.ProcessEnv): string {
  try {
    loadConfig({ DATA_DIR: dataDir, ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('the demo', () => {
  it('needs no setting and listens on the loopback interface only', () => {
    const config = loadConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      demoContent: true,
      storageDir: path.join(dataDir, 'media'),
      siteFile: path.resolve('content/site.json'),
      tokensPerTour: 100,
      mail: { from: undefined },
    });
  });

  it('takes another site configuration, and another price of locked tours', () => {
    const own = { SITE_FILE: 'brand/site.json', TOKENS_PER_TOUR: '45' };
    expect(loadConfig({ DATA_DIR: dataDir, ...own })).toMatchObject({
      siteFile: path.resolve('brand/site.json'),
      tokensPerTour: 45,
    });
    for (const price of ['0', '-1', '1.5', 'many', '1000001'])
      expect(messageOf({ TOKENS_PER_TOUR: price })).toContain('TOKENS_PER_TOUR:');
  });

  it('keeps its key across restarts, readable by its owner alone', () => {
    const first = loadConfig({ DATA_DIR: dataDir });
    const second = loadConfig({ DATA_DIR: dataDir });
    expect(first.secretKey).toMatch(/^[0-9a-f]{64}$/);
    expect(second.secretKey).toBe(first.secretKey);
    const file = path.join(dataDir, 'secret.key');
    expect(readFileSync(file, 'utf8').trim()).toBe(first.secretKey);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ DATA_DIR: dataDir, PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });
});

describe('production', () => {
  it('starts with what it needs, and loads no demo tours', () => {
    expect(loadConfig({ DATA_DIR: dataDir, ...PRODUCTION })).toMatchObject({
      mode: 'production',
      host: '0.0.0.0',
      publicUrl: 'https://tours.example',
      demoContent: false,
      mail: {
        smtpUrl: 'smtps://oriel:hunter2@mail.example',
        from: { name: 'Oriel Tours', address: 'hello@tours.example' },
      },
      whatsApp: undefined,
      google: undefined,
    });
  });

  it('knows Google by its client id and secret, or another provider in its place', () => {
    const client = { GOOGLE_CLIENT_ID: 'oriel', GOOGLE_CLIENT_SECRET: 'hunter2' };
    const google = { clientId: 'oriel', clientSecret: 'hunter2', issuer: 'https://accounts.google.com' };
    expect(loadConfig({ DATA_DIR: dataDir, ...PRODUCTION, ...client }).google).toEqual(google);
    for (const issuer of ['https://id.example/realm', 'http://127.0.0.1:4000', 'http://localhost:4000']) {
      const other = loadConfig({ DATA_DIR: dataDir, ...PRODUCTION, ...client, GOOGLE_ISSUER: issuer });
      expect(other.google).toEqual({ ...google, issuer });
    }
  });

  it('takes no public secret for a real payment gateway', () => {
    const gateway = { RAZORPAY_API: 'https://api.razorpay.com' };
    const keys = { RAZORPAY_KEY_ID: 'rzp_test_mine', RAZORPAY_KEY_SECRET: 'hunter2' };
    expect(messageOf({ ...gateway, ...keys })).toContain(
      'RAZORPAY_WEBHOOK_SECRET: is required with RAZORPAY_API',
    );
    expect(messageOf(gateway)).toContain('RAZORPAY_KEY_SECRET: is required with RAZORPAY_API');
    const set = { ...gateway, ...keys, RAZORPAY_WEBHOOK_SECRET: 'hunter22' };
    expect(loadConfig({ DATA_DIR: dataDir, ...set }).payments.webhookSecret).toBe('hunter22');
  });

  it('names every missing and every malformed setting in one message', () => {
    const message = messageOf({
      ORIEL_MODE: 'production',
      DATABASE_URL: 'mysql://oriel:hunter2@db.example/oriel',
      PORT: '70000',
      TRUSTED_PROXIES: '10.0.0.0/8, everyone',
      RESPONSE_CACHE_MS: '1s',
      SMTP_URL: 'https://oriel:hunter2@mail.example',
      WHATSAPP_TOKEN: 'hunter2',
      GOOGLE_CLIENT_SECRET: 'hunter2',
    });
    for (const name of [
      'PUBLIC_URL',
      'SECRET_KEY',
      'DATABASE_URL',
      'PORT',
      'TRUSTED_PROXIES',
      'RESPONSE_CACHE_MS',
      'SMTP_URL',
      'MAIL_FROM',
      'WHATSAPP_PHONE_NUMBER_ID',
      'GOOGLE_CLIENT_ID',
    ]) {
      expect(message).toContain(`${name}:`);
    }
    expect(message).not.toContain('hunter2');
  });

  it.each([
    ['PUBLIC_URL', 'https://tours.example/below'],
    ['PUBLIC_URL', 'ftp://tours.example'],
    ['SECRET_KEY', 'too short'],
    ['DATABASE_POOL_SIZE', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['ORIEL_MODE', 'staging'],
    ['MAIL_FROM', 'Oriel Tours'],
    ['MAIL_FROM', 'Oriel <hello@tours.example>\r\nBcc: everybody@tours.example'],
    ['MAIL_FROM', 'one@tours.example, two@tours.example'],
    ['SMTP_URL', 'mail.example'],
    ['GOOGLE_ISSUER', 'http://id.example'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
  ])('refuses %s=%s', (name, value) => {
    expect(messageOf({ ...PRODUCTION, [name]: value })).toContain(`${name}:`);
  });
});
