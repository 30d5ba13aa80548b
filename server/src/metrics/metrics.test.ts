import { expect, it } from 'vitest';
import { lockedTours } from '../../testing/apps/wallet-app.ts';
import { freePort } from '../../testing/free-port.ts';
import { createTestApp } from '../../testing/index.ts';
import { insertMembers } from '../../testing/members.ts';
import { changeCatalogue, createExperiences } from '../features/catalogue/service.ts';

it('the memory and the use of the caches are served on a separate port', async () => {
  const metricsPort = await freePort();
  const test = await createTestApp({ config: { metricsPort } });
  const metrics = async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const lines = (await response.text()).split('\n');
    const value = (name: string, cache: string) =>
      Number(lines.find((line) => line.startsWith(`oriel_cache_${name}{cache="${cache}"}`))?.split(' ')[1]);
    return value;
  };
  try {
    const caches = ['guests', 'members', 'sessions', 'member_states', 'tours'];
    await changeCatalogue(test.db, test.app.responseCache, (tx) => createExperiences(tx, lockedTours(1)));
    const origin = await test.listen();
    const url = `${origin}/api/vr360`;
    const categories = `${origin}/api/categories`;
    const before = await metrics();
    for (const cache of caches) expect(before('bytes', cache)).toBe(0);
    const [member] = await insertMembers(test.db, test.config, 1);
    const headers = { authorization: `Bearer ${member?.token}` };
    for (let count = 0; count < 3; count += 1)
      await (await fetch(`${url}/locked-0/access`, { method: 'POST', headers })).arrayBuffer();
    for (const shared of [url, categories]) {
      for (let count = 0; count < 3; count += 1) {
        await (await fetch(shared)).arrayBuffer();
        await (await fetch(shared, { headers })).arrayBuffer();
      }
    }
    // A member's state is reused only where nothing is committed meanwhile, by other tests neither.
    const readAgain = async () => {
      await (await fetch(url, { headers })).arrayBuffer();
      return (await metrics())('hits_total', 'member_states');
    };
    await expect.poll(readAgain, { timeout: 120_000, interval: 0 }).toBeGreaterThan(0);
    const after = await metrics();
    for (const cache of caches) {
      expect(after('bytes', cache), cache).toBeGreaterThan(100);
      expect(after('entries', cache), cache).toBe(cache === 'guests' || cache === 'members' ? 2 : 1);
      expect(after('hits_total', cache), cache).toBeGreaterThanOrEqual(1);
      expect(after('fills_total', cache), cache).toBeGreaterThanOrEqual(1);
    }
    const elsewhere = await fetch(`http://127.0.0.1:${metricsPort}/api/vr360`);
    expect(elsewhere.status).toBe(404);
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
  } finally {
    await test.close();
  }
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow();
});
