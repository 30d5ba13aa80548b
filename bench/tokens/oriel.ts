/** The real application with tours that cost tokens, members who have some, and orders that are paid at the gateway. */
import { sql } from 'kysely';
import { loadConfig } from '../../server/src/config/config.ts';
import { createTokens } from '../../server/src/features/accounts/sessions/jwt.ts';
import { installPlans } from '../../server/src/features/payments/orders/plans.ts';
import { readSite } from '../../server/src/site/site.ts';
import { openBench } from '../api/site.ts';
import { memberId, PLAN, sessionId, sqlName, TOURS } from './data.ts';

type Message =
  | { ask: 'start'; gateway: string }
  /** Members `from` to `to` with a session and so many tokens each. */
  | { ask: 'members'; from: number; to: number; tokens: number }
  /** Orders `from` to `to`, each of the member of its number; not paid as far as we know. */
  | { ask: 'orders'; from: number; to: number }
  /** Gives a member past movements: small grants that have expired. */
  | { ask: 'past'; member: number; movements: number }
  | { ask: 'tokens'; from: number; to: number }
  | { ask: 'stop' };

const bench = await openBench({ durable: true });
const { payments } = loadConfig({
  DATA_DIR: '/nowhere',
  SECRET_KEY: 'a key for benchmarks, long enough for all',
});

async function start(gateway: string) {
  const site = await bench.site(1000, { logLevel: 'silent', payments: { ...payments, apiUrl: gateway } });
  await installPlans(site.db, readSite());
  await sql`UPDATE experiences SET tokens_required = 1, part_of_package = false WHERE id <= ${TOURS}`.execute(
    site.db,
  );
  return { ...site, origin: await site.app.listen({ host: '127.0.0.1', port: 0 }) };
}

let site: Awaited<ReturnType<typeof start>> | undefined;

function running() {
  if (site === undefined) throw new Error('not started');
  return site;
}

const name = (prefix: string) => sql.raw<string>(sqlName(prefix, 'n'));

async function addMembers(from: number, to: number, tokens: number) {
  const { db } = running();
  const numbers = sql`generate_series(${from}::int, ${to}::int) AS n`;
  await sql`INSERT INTO members (id, email, first_name) SELECT ${name('m')}, 'member-' || n || '@example.org', 'A' FROM ${numbers}`.execute(
    db,
  );
  await sql`INSERT INTO member_sessions (id, member_id, salt) SELECT ${name('s')}, ${name('m')}, decode(md5(n::text), 'hex') FROM ${numbers}`.execute(
    db,
  );
  if (tokens === 0) return;
  await sql`SELECT grant_tokens(${name('m')}, 'topup', ${tokens}::int, now() + interval '1 year', 'bench:' || n) FROM ${numbers}`.execute(
    db,
  );
}

async function addOrders(from: number, to: number) {
  await sql`
    INSERT INTO payment_orders
      (id, member_id, plan_id, plan_name, tokens, validity_days, amount, currency, gateway_order_id, next_check_at)
    SELECT ${name('or')}, ${name('m')}, ${PLAN.id}, ${PLAN.name}, ${PLAN.tokens}::int, ${PLAN.validityDays}::int, ${PLAN.amount}::int,
      ${PLAN.currency}, 'order_' || n, now() + interval '1 day'
    FROM generate_series(${from}::int, ${to}::int) AS n
  `.execute(running().db);
}

/** As PostgreSQL does by itself within a minute: replaces query plans that were made for empty tables. */
async function analyse() {
  await sql`ANALYZE`.execute(running().db);
}

async function addPast(member: number, movements: number) {
  const { db } = running();
  const id = memberId(member);
  const grants = movements / 2;
  await sql`
    SELECT grant_tokens(${id}, 'bonus', 1, now() - interval '1 day', 'past:' || ${member}::int || ':' || n)
    FROM generate_series(1, ${grants}::int) AS n
  `.execute(db);
  await sql`SELECT expire_tokens(${id})`.execute(db);
}

function accessTokens(from: number, to: number): string[] {
  const tokens = createTokens(running().app.dependencies.config);
  return Array.from({ length: to - from + 1 }, (_, index) =>
    tokens.signAccess({ memberId: memberId(from + index), sessionId: sessionId(from + index) }),
  );
}

process.on('message', async (message: Message) => {
  switch (message.ask) {
    case 'start':
      site = await start(message.gateway);
      return process.send?.({
        origin: site.origin,
        connectionString: site.connectionString,
        keySecret: payments.keySecret,
      });
    case 'members':
      await addMembers(message.from, message.to, message.tokens);
      return process.send?.({ done: await analyse() });
    case 'orders':
      await addOrders(message.from, message.to);
      return process.send?.({ done: await analyse() });
    case 'past':
      await addPast(message.member, message.movements);
      return process.send?.({ done: await analyse() });
    case 'tokens':
      return process.send?.({ tokens: accessTokens(message.from, message.to) });
    case 'stop':
      await bench.close();
      process.exit();
  }
});
