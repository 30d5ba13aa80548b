import { randomUUID } from 'node:crypto';
import type { Experience, User } from '@oriel/contract';
import { expect, it } from 'vitest';
import { freePort } from '../../../testing/free-port.ts';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { insertMembers, type SignedInMember } from '../../../testing/members.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../database/database.ts';
import { attachMedia, changeCatalogue, createCategory, createExperiences } from './service.ts';

/** `npm run test:fuzz` sets a larger number. */
const REQUESTS = Number(process.env.MEMBER_REQUESTS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const MEMBERS = 50;
const AT_ONCE = 16;
const TOURS = 24;

/** What a member did: `done` counts for requests that start later, `begun` allows for what is under way. */
interface Deeds {
  done: Set<number>;
  begun: Set<number>;
}

interface ModelMember extends SignedInMember {
  hasPlan: boolean;
  unlocked: Deeds;
  liked: Deeds;
}

const noDeeds = (): Deeds => ({ done: new Set(), begun: new Set() });

/** In place of a signature, which would hide whose it is. */
const signedFor = (memberId: string, experienceId: number) => `/media/s/${experienceId}.${memberId}/`;

interface Tour {
  id: number;
  isLocked: boolean;
  inPlans: boolean;
  assetId: string | undefined;
}

async function createTours(test: TestApp): Promise<Tour[]> {
  return changeCatalogue(test.db, test.app.responseCache, async (tx) => {
    const categoryId = await createCategory(tx, { name: 'Inns' });
    const tours = Array.from({ length: TOURS }, (_, index) => ({
      isLocked: index % 3 !== 0,
      inPlans: index % 2 === 0,
      assetId: index % 3 === 2 ? randomUUID() : undefined,
    }));
    const ids = await createExperiences(
      tx,
      tours.map(({ isLocked, inPlans }, index) => ({
        slug: `tour-${index}`,
        title: `Tour “${index}”`,
        categoryId,
        tokensRequired: isLocked ? 10 : 0,
        partOfPackage: isLocked && inPlans,
        mediaUrl: `https://media.example/${index}.mp4`,
      })),
    );
    const created = tours.map((tour, index) => ({ ...tour, id: ids[index] ?? 0 }));
    for (const { id, assetId } of created) {
      if (assetId === undefined) continue;
      const panorama = { initialView: { yaw: 0, pitch: 0 } };
      await attachMedia(tx, id, { mediaType: 'photo', assetId, gated: true, file: 'photo.jpg', panorama });
    }
    return created;
  });
}

it(`P5 no response of ${REQUESTS} to ${MEMBERS} members at once is another member's`, {
  timeout: 3_600_000,
}, async () => {
  const metricsPort = await freePort();
  const test = await createTestApp({
    poolSize: 10,
    config: { reactionsPerMinute: 1e6, maxEventLoopDelayMs: 0, metricsPort },
    buildAssetUrl: ({ experienceId, memberId = '' }) => ({ base: signedFor(memberId, experienceId) }),
  });
  const db = openDatabase({ connectionString: test.connectionString, poolSize: 10 });
  const uncached = await buildApp({
    ...test.app.dependencies,
    db,
    config: { ...test.config, responseCacheMs: 0, metricsPort: undefined },
    lifecycle: { stopping: false },
  });
  try {
    const tours = await createTours(test);
    const byId = new Map(tours.map((tour) => [tour.id, tour]));
    const origins = [await test.listen(), await uncached.listen({ host: '127.0.0.1', port: 0 })];
    const random = seededRandom(SEED);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const members: ModelMember[] = (await insertMembers(test.db, test.config, MEMBERS)).map(
      (member, index) => ({
        ...member,
        hasPlan: index % 3 === 0,
        unlocked: noDeeds(),
        liked: noDeeds(),
      }),
    );
    for (const { id } of members.filter(({ hasPlan }) => hasPlan))
      await test.db
        .updateTable('members')
        .set({ tier: 'Plus', tier_until: new Date(Date.now() + 86_400_000) })
        .where('id', '=', id)
        .execute();

    /** What a response may say about a tour: `before` holds what was done when the request was sent. */
    function check(
      experience: Experience,
      member: ModelMember | undefined,
      before: { unlocked: Set<number>; liked: Set<number> },
    ): string | undefined {
      const tour = byId.get(experience.id);
      if (tour === undefined) return `an unknown tour ${experience.id}`;
      const { id } = tour;
      const isOpen = !tour.isLocked || (member?.hasPlan === true && tour.inPlans);
      const isCertainlyOpen = isOpen || before.unlocked.has(id);
      const mayBeOpen = isCertainlyOpen || member?.unlocked.begun.has(id) === true;
      if (experience.isPermission ? !mayBeOpen : isCertainlyOpen)
        return `tour ${id}: isPermission ${experience.isPermission}`;
      if (experience.isLiked ? !member?.liked.begun.has(id) : before.liked.has(id))
        return `tour ${id}: isLiked ${experience.isLiked}`;
      const { vrUrl } = experience;
      if ((vrUrl !== undefined) !== experience.isPermission) return `tour ${id}: vrUrl ${vrUrl}`;
      if (vrUrl === undefined || tour.assetId === undefined) return undefined;
      return vrUrl === `${signedFor(member?.id ?? '', id)}photo.jpg`
        ? undefined
        : `tour ${id}: signed for another`;
    }

    const failures: string[] = [];
    let remaining = REQUESTS;
    async function send(): Promise<void> {
      const member = random() < 0.1 ? undefined : pick(members);
      const tour = pick(tours);
      const origin = pick(origins);
      const kind = random();
      if (member !== undefined && kind < 0.08) {
        const [deeds, path] = kind < 0.04 ? [member.liked, 'like'] : [member.unlocked, 'access'];
        if (path === 'access' && !tour.isLocked) return;
        deeds.begun.add(tour.id);
        const headers = { authorization: `Bearer ${member.token}` };
        const response = await fetch(`${origin}/api/vr360/${tour.id}/${path}`, { method: 'POST', headers });
        if (response.status !== 200) failures.push(`${path}: ${response.status} ${await response.text()}`);
        else await response.arrayBuffer();
        deeds.done.add(tour.id);
        return;
      }
      const path = pick([
        '/api/vr360?limit=12',
        '/api/vr360?limit=12',
        '/api/vr360',
        '/api/vr360?sort=new&limit=5',
        '/api/vr360?category=inns',
        `/api/vr360/${tour.id}`,
        '/api/categories',
        ...(member ? ['/api/auth/me'] : []),
      ]);
      await read(path, member, origin);
    }
    async function read(path: string, member: ModelMember | undefined, origin = origins[0]): Promise<void> {
      const headers: Record<string, string> = member ? { authorization: `Bearer ${member.token}` } : {};
      const before = {
        unlocked: new Set(member?.unlocked.done),
        liked: new Set(member?.liked.done),
      };
      const response = await fetch(`${origin}${path}`, { headers });
      const body: unknown = await response.json();
      const report = (what: string) =>
        failures.push(
          `${path} of ${member?.id ?? 'a guest'} at ${origin === origins[0] ? 'cached' : 'uncached'}: ${what}`,
        );
      if (response.status !== 200) return void report(String(response.status));
      const isPublic = response.headers.get('cache-control')?.startsWith('public') === true;
      if (isPublic !== (member === undefined))
        report(`cache-control ${response.headers.get('cache-control')}`);
      if (path === '/api/auth/me') {
        if ((body as { user: User }).user.id !== member?.id) report('the account of another member');
      } else if (path !== '/api/categories') {
        for (const experience of (Array.isArray(body) ? body : [body]) as Experience[]) {
          const problem = check(experience, member, before);
          if (problem !== undefined) report(problem);
        }
      }
    }
    const work = async () => {
      while (remaining > 0 && failures.length < 20) {
        remaining -= 1;
        await send();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(failures, `seed ${SEED}`).toEqual([]);
    const { forMembers } = test.app.responseCache;
    expect(forMembers.hits).toBeGreaterThan(REQUESTS / 20);
    expect(uncached.responseCache.forMembers.hits).toBe(0);
    const reusedStates = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^oriel_cache_hits_total\{cache="member_states"\} (\d+)$/m.exec(metrics)?.[1]);
    };
    // A state is reused only where nothing is committed meanwhile, by other tests neither.
    const readAgain = async () => {
      await Promise.all(members.slice(0, AT_ONCE).map((member) => read('/api/vr360?limit=12', member)));
      return reusedStates();
    };
    await expect.poll(readAgain, { timeout: 120_000, interval: 0 }).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  } finally {
    await uncached.close();
    await db.destroy();
    await test.close();
  }
});
