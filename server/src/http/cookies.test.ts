import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/apps/test-app.ts';

it('under https every cookie has the __Host- prefix', async () => {
  const { app, close } = await createTestApp({ config: { publicUrl: 'https://oriel.example' } });
  const post = (url: string, payload: object = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { host: 'oriel.example', 'sec-fetch-site': 'same-origin' },
    });
  const newcomer = { email: 'anna@example.org', password: 'a quiet corridor', firstName: 'Anna' };
  const responses = [
    await post('/api/auth/passkeys/sign-in/options'),
    await post('/api/auth/otp/request', { channel: 'email', purpose: 'login', email: newcomer.email }),
    await post('/api/auth/signup', newcomer),
  ];
  await close();
  const cookies = responses.flatMap(({ headers }) => headers['set-cookie'] ?? []);
  for (const cookie of cookies) {
    expect(cookie).toMatch(
      /^__Host-oriel_\w+=\S+; (Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=(Lax|Strict)$/,
    );
  }
  const names = cookies.map((cookie) => cookie.slice('__Host-oriel_'.length, cookie.indexOf('=')));
  expect(names.sort()).toEqual(['bind', 'device', 'otp', 'passkey']);
});
