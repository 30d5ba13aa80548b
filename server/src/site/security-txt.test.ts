import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/index.ts';
import { securityTxt } from './security-txt.ts';
import { readSite } from './site.ts';

const site = readSite();
const fields = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  );

describe('security.txt', () => {
  it('names the contact and the date of expiry', async () => {
    const test = await createTestApp({ config: { publicUrl: 'https://localhost' } });
    const response = await test.app.inject('/.well-known/security.txt');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(fields(response.body)).toMatchObject({
      Contact: `mailto:${site.security?.contact}`,
      Canonical: 'https://localhost/.well-known/security.txt',
      Policy: site.security?.policy,
      'Preferred-Languages': 'en',
    });
    const days = (Date.parse(fields(response.body).Expires ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(150);
    expect(days).toBeLessThan(365);
    await test.close();
  });

  it('falls back to the legal email, accepts a contact page, and omits http URLs', () => {
    const { security: _, ...plain } = site;
    expect(fields(securityTxt(plain, 'http://localhost:3000'))).toEqual({
      Contact: `mailto:${site.legal.email}`,
      Expires: expect.any(String),
      'Preferred-Languages': 'en',
    });
    const security = { contact: 'https://tours.example/report', languages: ['en', 'hi'] };
    expect(fields(securityTxt({ ...plain, security }, 'https://tours.example'))).toMatchObject({
      Contact: 'https://tours.example/report',
      'Preferred-Languages': 'en, hi',
    });
  });
});
