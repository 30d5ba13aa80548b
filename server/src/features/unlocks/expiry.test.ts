import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createWalletApp,
  expectSoundLedger,
  give,
  lockedTours,
  type WalletApp,
} from '../../../testing/apps/wallet-app.ts';
import { raceTimeoutMs, repeatRace } from '../../../testing/index.ts';
import { expireDueTokens } from '../wallet/service.ts';

const BEFORE_MS = 250;
const SPENDERS = 8;

let site: WalletApp;

beforeAll(async () => {
  site = await createWalletApp(lockedTours(40, { tokensRequired: 7 }));
});
afterAll(() => site.close());

/** What became of the tokens of a member's lots, by the kinds of transactions. */
async function fate(session: Session): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; tokens: number }>`
    SELECT t.kind, sum(e.amount)::int AS tokens
    FROM ledger_transactions AS t JOIN ledger_entries AS e ON e.transaction_id = t.id AND e.account = 'member'
    WHERE t.member_id = ${session.user.id} GROUP BY t.kind
  `.execute(site.db);
  return Object.fromEntries(rows.map(({ kind, tokens }) => [kind, tokens]));
}

it(
  'W21: while a lot reaches its end, each token is spent or expires, never both',
  async () => {
    let isSeenExpiring = false;
    await repeatRace(async () => {
      const session = await site.join();
      const { id } = session.user;
      const { rows } = await sql<{ end: Date }>`
        SELECT clock_timestamp() + ${BEFORE_MS} * interval '1 millisecond' AS end
      `.execute(site.db);
      const end = rows[0]?.end ?? new Date();
      await give(site.db, id, 1000, { expiresAt: end });
      let isOver = false;
      const spend = async (worker: number) => {
        const outcomes: number[] = [];
        for (let index = worker; index < 40; index += SPENDERS) {
          const answer = await site.unlock(session, `locked-${index}`);
          outcomes.push(answer.status);
          await sleep(60);
        }
        return outcomes;
      };
      const expire = async () => {
        while (!isOver) await expireDueTokens(site.db);
      };
      const expiring = [expire(), expire()];
      const statuses = (
        await Promise.all(Array.from({ length: SPENDERS }, (_, worker) => spend(worker)))
      ).flat();
      isOver = true;
      await Promise.all(expiring);
      await expireDueTokens(site.db);
      const opened = statuses.filter((status) => status === 200).length;
      const { topup, unlock = 0, expiry = 0 } = await fate(session);
      expect(topup).toBe(1000);
      expect(unlock + 7 * opened).toBe(0);
      expect(unlock + expiry).toBe(-1000);
      expect(statuses.filter((status) => status !== 200 && status !== 402)).toEqual([]);
      expect((await site.summary(session)).wallet.totalBalance).toBe(0);
      isSeenExpiring ||= opened > 0 && opened < 40;
      await expectSoundLedger(site.db);
    });
    // Some were in time and some were not, or this was no race.
    expect(isSeenExpiring).toBe(true);
  },
  raceTimeoutMs(5000),
);

it('W21: a lot counts until its end and not after it, also where it was not yet written off', async () => {
  const session = await site.join();
  const { rows } = await sql<{
    soon: Date;
  }>`SELECT clock_timestamp() + interval '600 milliseconds' AS soon`.execute(site.db);
  await give(site.db, session.user.id, 7, { expiresAt: rows[0]?.soon ?? new Date() });
  await give(site.db, session.user.id, 7, { expiresAt: rows[0]?.soon ?? new Date(), kind: 'bonus' });
  const open = (index: number) => site.unlock(session, `locked-${index}`);
  expect((await open(0)).body.wallet.totalBalance).toBe(7);
  await sleep(700);
  expect((await open(1)).status).toBe(402);
  // What was unlocked in time stays.
  expect((await open(0)).status).toBe(200);
  await expectSoundLedger(site.db);
});
