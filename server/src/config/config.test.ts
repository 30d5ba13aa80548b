import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRODUCTION, useConfig } from './config.fixture.ts';
import { keyBits } from './settings-safety.ts';

const { pathOf, load, messageOf } = useConfig();

describe('the demo', () => {
  it('needs no setting and listens on the loopback interface only', () => {
    const config = load();
    expect(config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      demoContent: true,
      storageDir: pathOf('media'),
      siteFile: path.resolve('content/site.json'),
      tokensPerTour: 100,
      mail: { from: undefined },
    });
  });

  it('accepts another site configuration and another price of locked tours', () => {
    const own = { SITE_FILE: 'brand/site.json', TOKENS_PER_TOUR: '45' };
    expect(load(own)).toMatchObject({
      siteFile: path.resolve('brand/site.json'),
      tokensPerTour: 45,
    });
    for (const price of ['0', '-1', '1.5', 'many', '1000001'])
      expect(messageOf({ TOKENS_PER_TOUR: price })).toContain('TOKENS_PER_TOUR:');
  });

  it('keeps media in a bucket where one is named, with its keys', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hunter2' };
    const s3Of = (more: NodeJS.ProcessEnv) => load({ ...keys, ...more }).s3;
    expect(s3Of({})).toBeUndefined();
    expect(s3Of({ STORAGE_URL: 's3://tours' })).toEqual({
      bucket: 'tours',
      prefix: '',
      endpoint: undefined,
      region: 'us-east-1',
      pathStyle: false,
      accessKeyId: 'id',
      secretAccessKey: 'hunter2',
      timeoutMs: 5_000,
    });
    const other = { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_REGION: 'eu', S3_TIMEOUT_MS: '900' };
    expect(s3Of({ STORAGE_URL: 's3://tours/a/b/', ...other })).toMatchObject({
      prefix: 'a/b/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu',
      pathStyle: true,
      timeoutMs: 900,
    });
    expect(s3Of({ STORAGE_URL: 's3://tours', ...other, S3_PATH_STYLE: 'off' })?.pathStyle).toBe(false);
    for (const url of ['tours', 'https://tours', 's3://', 's3://T', 's3://tours/../x', 's3://tours//x'])
      expect(messageOf({ ...keys, STORAGE_URL: url })).toContain('STORAGE_URL: must be s3://');
    expect(messageOf({ STORAGE_URL: 's3://tours' })).toContain(
      'S3_SECRET_ACCESS_KEY: is required with STORAGE_URL',
    );
    expect(messageOf({ S3_ACCESS_KEY_ID: 'id' })).toContain('S3_SECRET_ACCESS_KEY: is required with S3_ACC');
  });

  it('keeps its key across restarts, readable only by its owner', () => {
    const first = load();
    const second = load();
    expect(first.secretKey).toMatch(/^[0-9a-f]{64}$/);
    expect(second.secretKey).toBe(first.secretKey);
    const file = pathOf('secret.key');
    expect(readFileSync(file, 'utf8').trim()).toBe(first.secretKey);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.1.20'],
    ['PUBLIC_URL', 'https://tours.example'],
    ['PUBLIC_URL', 'http://localhost.tours.example'],
  ])('is for this machine only: %s=%s must be confirmed', (name, value) => {
    expect(messageOf({ [name]: value })).toContain(`${name}:`);
    const open = load({ [name]: value, ORIEL_DEMO_PUBLIC: 'yes' });
    expect(open.outboxPassword).toMatch(/^[\w-]{20}$/);
    expect(load({ HOST: '::1' }).outboxPassword).toBeUndefined();
  });

  it('treats an empty variable as not set', () => {
    expect(load({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });
});

describe('production', () => {
  it('starts with the required settings, and loads no demo tours', () => {
    expect(load(PRODUCTION)).toMatchObject({
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

  it('configures Google sign-in by client id and secret, or another provider', () => {
    const client = { GOOGLE_CLIENT_ID: 'oriel', GOOGLE_CLIENT_SECRET: 'hunter2' };
    const google = { clientId: 'oriel', clientSecret: 'hunter2', issuer: 'https://accounts.google.com' };
    expect(load({ ...PRODUCTION, ...client }).google).toEqual(google);
    for (const issuer of ['https://id.example/realm', 'http://127.0.0.1:4000', 'http://localhost:4000']) {
      const other = load({ ...PRODUCTION, ...client, GOOGLE_ISSUER: issuer });
      expect(other.google).toEqual({ ...google, issuer });
    }
  });

  it('reaches a bucket of another machine by https alone, unless the operator allows it', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hunter2' };
    const bucket = { ...PRODUCTION, ...keys, STORAGE_URL: 's3://tours', S3_ENDPOINT: 'http://s3.example' };
    expect(messageOf(bucket)).toContain('S3_ENDPOINT: must be an https address');
    expect(messageOf({ ...bucket, S3_ENDPOINT: 'https://s3.example' })).toBe('');
    expect(messageOf({ ...bucket, S3_ENDPOINT_INSECURE: 'yes' })).toBe('');
  });

  it('sends traces where a receiver is set', () => {
    const tracingOf = (settings: NodeJS.ProcessEnv) => load(settings).tracing;
    const all = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b==, x=1' };
    expect(tracingOf(headers)).toBeUndefined();
    expect(tracingOf({ ...all, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
    expect(tracingOf({ ...all, ...headers })).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: { 'api-key': 'a b==', x: '1' },
    });
    const other = { ...all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' };
    expect(tracingOf(other)?.url).toBe('https://traces.example/in');
    for (const text of ['api-key', 'a b=c', 'a=%', 'a='])
      expect(messageOf({ OTEL_EXPORTER_OTLP_HEADERS: text })).toContain(
        'OTEL_EXPORTER_OTLP_HEADERS: must be',
      );
    expect(messageOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:hunter2@collector' })).toMatch(
      /ENDPOINT: must/,
    );
  });

  it('sends pictures to a blur service of another machine by https alone, unless the operator allows it', () => {
    const service = { ...PRODUCTION, PRIVACY_BLUR_URL: 'http://blur.example:8001/api' };
    expect(messageOf(service)).toContain('PRIVACY_BLUR_URL: must be an https address');
    expect(messageOf({ ...service, PRIVACY_BLUR_URL_INSECURE: 'yes' })).toBe('');
    for (const url of ['https://blur.example/api', 'http://127.0.0.1:8001'])
      expect(messageOf({ ...PRODUCTION, PRIVACY_BLUR_URL: url })).toBe('');
    for (const url of ['ftp://blur.example', 'https://me:secret@blur.example', 'https://blur.example/?a=b'])
      expect(messageOf({ PRIVACY_BLUR_URL: url })).toContain('PRIVACY_BLUR_URL: must');
  });

  it('refuses published secrets for a real payment gateway', () => {
    const gateway = { RAZORPAY_API: 'https://api.razorpay.com' };
    const keys = { RAZORPAY_KEY_ID: 'rzp_test_mine', RAZORPAY_KEY_SECRET: 'hunter2' };
    expect(messageOf({ ...gateway, ...keys })).toContain(
      'RAZORPAY_WEBHOOK_SECRET: is required with RAZORPAY_API',
    );
    expect(messageOf(gateway)).toContain('RAZORPAY_KEY_SECRET: is required with RAZORPAY_API');
    const set = { ...gateway, ...keys, RAZORPAY_WEBHOOK_SECRET: 'hunter22' };
    expect(load(set).payments.webhookSecret).toBe('hunter22');
    const published = { ...set, RAZORPAY_WEBHOOK_SECRET: 'oriel-sandbox-webhook-secret' };
    expect(messageOf(published)).toContain('RAZORPAY_WEBHOOK_SECRET: is the published one');
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
    ['PUBLIC_URL', 'http://tours.example'],
    ['RAZORPAY_API', 'http://gateway.example'],
    ['WHATSAPP_API_URL', 'http://graph.example'],
    ['GEOLOCATION_URL', 'http://geo.example/{ip}'],
    ['SECRET_KEY', 'a'.repeat(64)],
    ['SECRET_KEY', 'correct-'.repeat(8)],
    ['SECRET_KEY', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['RAZORPAY_KEY_SECRET', 'oriel-sandbox-key-secret'],
    ['RAZORPAY_WEBHOOK_SECRET', 'oriel-sandbox-webhook-secret'],
    ['RAZORPAY_WEBHOOK_SECRET_PREVIOUS', 'oriel-sandbox-webhook-secret'],
    ['RAZORPAY_KEY_ID', 'rzp_test_mine'],
    ['DATABASE_URL', 'postgres://oriel@db.example/oriel'],
    ['DATABASE_MIGRATION_URL', 'postgres://oriel@db.example/oriel'],
    ['DATABASE_URL', 'postgres://oriel@db.example/oriel?sslmode=disable'],
    ['DATABASE_URL', 'postgres://oriel@db.example/oriel?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://oriel@localhost/oriel?host=db.example'],
    ['DATABASE_URL', 'postgres://oriel@db.example/oriel?sslmode=require&uselibpqcompat=true'],
    ['SMTP_URL', 'smtp://mail.example?ignoreTLS=true'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=0'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
  ])('refuses %s=%s', (name, value) => {
    expect(messageOf({ ...PRODUCTION, [name]: value })).toContain(`${name}:`);
  });

  it('accepts plain connections on this machine, and elsewhere where the operator allows them', () => {
    const nearby = {
      ...PRODUCTION,
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: 'postgres://oriel@127.0.0.1/oriel',
      SMTP_URL: 'smtp://localhost:25',
      RAZORPAY_API: 'http://127.0.0.1:4000',
      GEOLOCATION_URL: 'http://[::1]/{ip}',
    };
    expect(messageOf(nearby)).toBe('');
    expect(
      messageOf({ ...nearby, DATABASE_URL: 'postgres://localhost/oriel?host=%2Frun%2Fpostgresql' }),
    ).toBe('');
    const network = {
      ...PRODUCTION,
      DATABASE_URL: 'postgres://oriel@db/oriel',
      DATABASE_URL_INSECURE: 'yes',
      SMTP_URL: 'smtp://mail:25?ignoreTLS=true',
      SMTP_URL_INSECURE: 'yes',
      RAZORPAY_KEY_ID: 'rzp_test_mine',
      ALLOW_TEST_PAYMENTS: '1',
    };
    expect(load(network).mail.smtpRequiresTls).toBe(false);
    expect(messageOf({ ...network, DATABASE_URL_INSECURE: 'true' })).toContain('DATABASE_URL_INSECURE:');
  });

  it('requires encryption before sending anything to a mail server', () => {
    const { mail } = load({ ...PRODUCTION, SMTP_URL: 'smtp://mail.example:587' });
    expect(mail.smtpRequiresTls).toBe(true);
  });

  it('accepts random keys', () => {
    for (const length of [16, 24, 32, 64]) {
      for (let round = 0; round < 200; round += 1) {
        expect(keyBits(randomBytes(length).toString('hex'))).toBeGreaterThan(80);
        expect(keyBits(randomBytes(Math.max(24, length)).toString('base64'))).toBeGreaterThan(80);
      }
    }
  });
});
