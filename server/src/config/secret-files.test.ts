import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRODUCTION, useConfig } from './config.fixture.ts';

/** Settings that can be read from files. */
const SECRETS = [
  'SECRET_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
] as const;

const { pathOf, load, messageOf } = useConfig();

describe('secrets in files', () => {
  const write = (name: string, text: string) => {
    const file = pathOf(name);
    writeFileSync(file, text);
    return file;
  };

  it('replace the variables, without the trailing newline', () => {
    const environment: NodeJS.ProcessEnv = { ...PRODUCTION };
    for (const name of SECRETS) {
      environment[`${name}_FILE`] = write(name, `${environment[name]}\n`);
      delete environment[name];
    }
    const config = load(environment);
    expect(config).toMatchObject({ secretKey: PRODUCTION.SECRET_KEY, databaseUrl: PRODUCTION.DATABASE_URL });
    expect(config.payments).toMatchObject({ keyId: 'rzp_live_oriel', webhookSecret: 'hunter22' });
    expect(config.mail.smtpUrl).toBe(PRODUCTION.SMTP_URL);
  });

  it('are reported together with all other problems', () => {
    const { SECRET_KEY: _, SMTP_URL: __, ...rest } = PRODUCTION;
    const message = messageOf({
      ...rest,
      SECRET_KEY_FILE: pathOf('nowhere'),
      SMTP_URL_FILE: write('empty', '\n'),
      RAZORPAY_KEY_SECRET_FILE: write('key', 'hunter2'),
      PUBLIC_URL: 'http://tours.example',
    });
    expect(message).toContain(`SECRET_KEY_FILE: ${pathOf('nowhere')} cannot be read (ENOENT)`);
    expect(message).not.toContain('SECRET_KEY: is required');
    expect(message).toMatch(/SMTP_URL_FILE: .* is empty/);
    expect(message).toContain('RAZORPAY_KEY_SECRET_FILE: is set beside RAZORPAY_KEY_SECRET');
    expect(message).toContain('PUBLIC_URL:');
    expect(message).not.toContain('hunter2');
  });
});
