import type { User } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { useAccountsApp } from '../../../../testing/use-app.ts';

const site = useAccountsApp();

describe('the profile', () => {
  const changes = {
    firstName: 'Ana',
    lastName: '',
    phone: '+49 (0)30 1234567',
    dob: '1990-02-28',
    gender: 'woman',
    address: '1, High Street',
    city: 'Kochi',
    state: 'Kerala',
    province: 'x',
    country: 'IN',
  };

  it('changes the given fields, keeps the others, and clears fields', async () => {
    const { token } = await site.join();
    const changed = await site.call('PATCH', 'me', { token, body: changes });
    expect(changed.json<{ user: User }>().user).toMatchObject({ ...changes, name: 'Ana' });
    const cleared = await site.call('PATCH', 'me', { token, body: { city: '', phone: '' } });
    expect(cleared.json<{ user: User }>().user).toMatchObject({ ...changes, city: '', phone: '' });
    expect((await site.call('GET', 'me', { token })).json()).toEqual(cleared.json());
  });

  it('parallel changes of different fields are all stored', async () => {
    const { token } = await site.join();
    await Promise.all(
      Object.entries(changes).map(([field, value]) =>
        site.call('PATCH', 'me', { token, body: { [field]: value } }),
      ),
    );
    expect((await site.call('GET', 'me', { token })).json().user).toMatchObject(changes);
  });

  it('F9 refuses fields and values that do not belong to a profile', async () => {
    const { token, user } = await site.join();
    for (const body of [
      { subscriptionType: 'Pro' },
      { role: 'admin' },
      { email: 'other@example.org' },
      { balance: 5 },
      { id: 'x' },
      { firstName: '' },
      { firstName: 'A\r\nB' },
      { dob: '1990-02-30' },
      { city: 'x'.repeat(101) },
    ]) {
      expect((await site.call('PATCH', 'me', { token, body })).statusCode, JSON.stringify(body)).toBe(400);
    }
    expect((await site.call('GET', 'me', { token })).json()).toEqual({ user });
  });

  it('returns a tier until it ends', async () => {
    const { token, user } = await site.join();
    const tierUntil = async (until: string) => {
      await site.db
        .updateTable('members')
        .set({ tier: 'Pro', tier_until: new Date(until) })
        .where('id', '=', user.id)
        .execute();
      return (await site.call('GET', 'me', { token })).json<{ user: User }>().user.subscriptionType;
    };
    expect(await tierUntil('2999-01-01')).toBe('Pro');
    expect(await tierUntil('2001-01-01')).toBe('Free');
  });
});

it('the endpoints are described in OpenAPI', async () => {
  const response = await site.app.inject('/api/openapi.json');
  expect(response.statusCode).toBe(200);
  const { paths, components } = response.json();
  const body = (path: string, method: string) =>
    paths[`/api/auth/${path}`][method].requestBody.content['application/json'].schema;
  expect(body('signup', 'post').required).toEqual(['email', 'password', 'firstName']);
  expect(body('me', 'delete').anyOf).toHaveLength(2);
  expect(body('token/refresh', 'post').properties).toHaveProperty('refreshToken');
  expect(paths['/api/auth/me'].get.security).toEqual([{ bearer: [] }]);
  expect(components.schemas.User.properties).toHaveProperty('subscriptionType');
  expect(components.schemas.Session.properties).toHaveProperty('refreshToken');
  expect((await site.app.inject('/api/docs')).statusCode).toBe(200);
});
