import { setTimeout as sleep } from 'node:timers/promises';
import type { Experience } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createPaymentsApp,
  type Member,
  type Paid,
  type PaymentsApp,
} from '../../../testing/apps/payments-app.ts';
import { give } from '../../../testing/apps/wallet-app.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { buildApp } from '../../app.ts';
import { type Db, openDatabase } from '../../database/database.ts';
import { changeCatalogue, createExperiences, deleteExperience, updateExperience } from './service.ts';

const SEED = Number(process.env.MEMBER_LISTS_SEED ?? Date.now() % 1_000_000);
const STEPS = Number(process.env.MEMBER_LISTS_STEPS ?? 60);
const SHOWN_WITHIN_MS = 2_000;
const LIST = '/api/vr360?sort=new&limit=40';

let site: PaymentsApp;
const databases: Db[] = [];
/** Two instances with caches, as two processes behind a load balancer, and one without. */
let instances: [FastifyInstance, FastifyInstance];
let uncached: FastifyInstance;

beforeAll(async () => {
  const config = { reactionsPerMinute: 1_000_000 };
  site = await createPaymentsApp({ config });
  const another = async (responseCacheMs: number) => {
    const db = openDatabase({ connectionString: site.connectionString, poolSize: 4 });
    databases.push(db);
    const app = await buildApp({
      ...site.app.dependencies,
      db,
      config: { ...site.config, responseCacheMs },
      lifecycle: { stopping: false },
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return app;
  };
  instances = [site.app, await another(site.config.responseCacheMs)];
  uncached = await another(0);
});
afterAll(async () => {
  await instances[1].close();
  await uncached.close();
  for (const db of databases) await db.destroy();
  await site.close();
});

const originOf = (app: FastifyInstance): string => {
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

async function listOf(app: FastifyInstance, member: Member): Promise<Experience[]> {
  const headers = { authorization: `Bearer ${member.token}` };
  const response = await fetch(originOf(app) + LIST, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Experience[];
}

/** The list without caches: as guests get it, with what the tables say about the member. */
async function expectedListOf(member: Member): Promise<Experience[]> {
  const guests = (await uncached.inject(LIST)).json<Experience[]>();
  const { rows } = await sql<{ id: number; url: string; isOpen: boolean; isLiked: boolean }>`
    SELECT e.id, e.media_address AS url,
      e.tokens_required = 0 OR EXISTS (SELECT FROM unlocks WHERE member_id = m.id AND experience_id = e.id)
        OR (e.part_of_package AND (
          (m.tier <> 'Free' AND (m.tier_until IS NULL OR m.tier_until > now())) OR coalesce(m.plus_until > now(), false)
        )) AS "isOpen",
      EXISTS (SELECT FROM experience_likes WHERE member_id = m.id AND experience_id = e.id) AS "isLiked"
    FROM experiences AS e CROSS JOIN members AS m WHERE m.id = ${member.id}
  `.execute(site.db);
  const own = new Map(rows.map((row) => [row.id, row]));
  return guests.map((experience) => {
    const { url, isOpen, isLiked } = own.get(experience.id) ?? { url: '', isOpen: false, isLiked: false };
    return { ...experience, isPermission: isOpen, isLiked, ...(isOpen && { vrUrl: url }) };
  });
}

/** What a member does themselves, which shows at once. */
const personal = (list: readonly Experience[]) =>
  list.map(({ id, isLiked, isPermission, vrUrl }) => ({ id, isLiked, isPermission, vrUrl }));

it(`a member's list in two instances equals the uncached one after any actions (seed ${SEED})`, {
  timeout: 600_000,
}, async () => {
  const random = seededRandom(SEED);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const ids = await changeCatalogue(site.db, site.app.responseCache, (tx) =>
    createExperiences(
      tx,
      Array.from({ length: 24 }, (_, index) => ({
        slug: `tour-${index}`,
        title: `Tour ${index}`,
        tokensRequired: index % 3 === 0 ? 0 : 10,
        partOfPackage: index % 2 === 0,
        mediaUrl: `https://media.example/${index}.mp4`,
      })),
    ),
  );
  const members = [await site.member(), await site.member(), await site.member()];
  for (const { id } of members) await give(site.db, id, 60);
  const purchases = new Map<string, Paid>();
  let refunds = 0;

  const post = (member: Member, path: string, body: object = {}) =>
    fetch(originOf(pick(instances)) + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const change = (work: Parameters<typeof changeCatalogue<unknown>>[2]) =>
    changeCatalogue(site.db, site.app.responseCache, work);
  /** By what a member does; the others are done by nobody in particular, and show within two seconds. */
  const ownActions: Record<string, (member: Member) => Promise<void>> = {
    like: async (member) => {
      const id = pick(ids);
      const response = await post(member, `/api/vr360/${id}/like`);
      if (!response.ok) return;
      const { likeCount } = (await response.json()) as { likeCount: number };
      for (const app of instances)
        expect((await listOf(app, member)).find((one) => one.id === id)?.likeCount).toBe(likeCount);
    },
    unlock: async (member) => {
      await (await post(member, `/api/vr360/${pick(ids)}/access`)).arrayBuffer();
    },
    purchase: async (member) => {
      if (purchases.has(member.id)) return;
      const paid = await site.pay(await site.order(member));
      const response = await post(member, '/api/tokens/topup/verify', {
        planId: 'plus',
        orderId: paid.razorpay_order_id,
        paymentId: paid.razorpay_payment_id,
        signature: paid.razorpay_signature,
      });
      expect(response.status).toBe(200);
      purchases.set(member.id, paid);
    },
    refund: async (member) => {
      const paid = purchases.get(member.id);
      if (paid === undefined) return;
      purchases.delete(member.id);
      refunds += 1;
      const entity = {
        id: `rfnd_list${refunds}`,
        payment_id: paid.razorpay_payment_id,
        amount: 79_900,
        currency: 'INR',
        status: 'processed',
      };
      expect(await site.webhook('refund.processed', { refund: { entity } })).toMatchObject({ status: 200 });
    },
    'expiry of the plan': async (member) => {
      const paid = purchases.get(member.id);
      if (paid === undefined) return;
      purchases.delete(member.id);
      await site.age(paid, '40 days');
    },
    'expiry of tokens': async (member) => {
      await give(site.db, member.id, 10, { expiresAt: new Date(Date.now() + 50) });
    },
  };
  const changes: Record<string, () => Promise<unknown>> = {
    price: () => change((tx) => updateExperience(tx, pick(ids), { tokensRequired: pick([0, 10]) })),
    plans: () => change((tx) => updateExperience(tx, pick(ids), { partOfPackage: pick([true, false]) })),
    title: () =>
      change((tx) => updateExperience(tx, pick(ids), { title: `Title ${Math.floor(random() * 1e6)}` })),
    deletion: async () => {
      if (ids.length < 12) return;
      const [id] = ids.splice(Math.floor(random() * ids.length), 1);
      await change((tx) => deleteExperience(tx, id ?? 0));
    },
  };

  const history: string[] = [];
  const explain = () => `seed ${SEED}, after ${history.slice(-8).join(', ')}`;
  /** Requests that are sent two seconds after the last change must show it, and any earlier one may. */
  async function expectAllShown(): Promise<void> {
    const changedAt = performance.now();
    for (const member of members)
      for (const app of instances)
        for (;;) {
          const sentAt = performance.now();
          const [shown, expected] = [await listOf(app, member), await expectedListOf(member)];
          try {
            expect(shown, explain()).toEqual(expected);
            break;
          } catch (error) {
            if (sentAt - changedAt > SHOWN_WITHIN_MS) throw error;
            await sleep(50);
          }
        }
  }

  for (let step = 0; step < STEPS; step += 1) {
    if (random() < 0.75) {
      const [member, name] = [pick(members), pick(Object.keys(ownActions))];
      history.push(name);
      await ownActions[name]?.(member);
      const expected = personal(await expectedListOf(member));
      for (const app of instances) expect(personal(await listOf(app, member)), explain()).toEqual(expected);
      if (step % 10 === 9) await expectAllShown();
    } else {
      const name = pick(Object.keys(changes));
      history.push(name);
      await changes[name]?.();
      await expectAllShown();
    }
  }
  await expectAllShown();
  expect(await site.ledgerViolations()).toEqual([]);
});
