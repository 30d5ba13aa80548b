import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../src/database/database.ts';
import { SAMPLE_MEMBER } from '../src/demo/member.ts';
import { createExperiences } from '../src/features/catalogue/service.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { makePaymentsDue } from '../testing/payments-due.ts';
import { SANDBOX_AUTHORIZATION } from '../testing/sandbox-keys.ts';
import {
  findDoubleOrders,
  findMissing,
  findSecondOpenOrders,
  findUnsafeSettings,
  findUnsettled,
} from './checks.ts';
import { type LoadContext, signUp, startLoad } from './load.ts';
import { createRandom } from './random.ts';
import { Recorder, type WriteKind } from './recorder.ts';
import {
  isLostOrder,
  KEY_CLAIMED_FOR_MS,
  type LostOrder,
  retryLostOrders,
  retryUnanswered,
} from './retries.ts';
import { ServerUnderTest } from './server-under-test.ts';

/** What happens to the server: a process is killed, or its disk is full, also for PostgreSQL's log. */
export type Harm = 'application' | 'postmaster' | 'backend' | 'data' | 'log';
/** How the gateway delivers webhooks. With `off`, only browsers and the reconciler find payments. */
type Webhooks = 'on' | 'twice' | 'reversed' | 'off';

export interface SuiteOptions {
  appKills: number;
  postgresKills: number;
  /** How often the disk is full for some seconds; the data folder is on one that is small. */
  fullDisks?: number;
  /** Determines the load and the moments of the kills. */
  seed: number;
  /** The weight of each webhook behaviour. Orders without webhooks take half a minute to settle. */
  webhooks?: Readonly<Record<Webhooks, number>>;
  /** The server's data folder; by default a new one. */
  dataDir?: string;
  /** Makes pending work due at once, as if the time until its next attempt had passed, and lets the server pause shortly. */
  skipsWaits?: boolean;
  /** The time limit for becoming ready after a kill; 10 s by default. */
  readyWithinMs?: number;
  /** Called after each kill and each full disk. */
  onHarm?(result: SuiteResult): void;
  /** Called for each violation. */
  onViolation?(violation: string): void;
  /** Stops the suite after the current kill. */
  signal?: AbortSignal;
}

export interface SuiteResult {
  appKills: number;
  postgresKills: number;
  fullDisks: number;
  /** Acknowledged writes; all are checked after every later kill. */
  acknowledged: number;
  /** Writes without a response. */
  unacknowledged: number;
  /** The acknowledged writes by kind. */
  kinds: Partial<Record<WriteKind, number>>;
  /** Payments that were captured at the gateway. */
  payments: number;
  slowestReadyMs: number;
  slowestSettlementMs: number;
  violations: string[];
}

const READY_WITHIN_MS = 10_000;
const SETTLED_WITHIN_MS = 120_000;
const TOURS = 60;
const TOUR_PRICE = 20;
const WEBHOOKS = { on: 5, twice: 2, reversed: 2, off: 1 } as const;

async function prepare(server: ServerUnderTest, context: LoadContext): Promise<void> {
  const { email, password } = SAMPLE_MEMBER;
  const response = await context.recorder.call('POST', '/api/auth/login', {}, { email, password });
  context.referrer = response?.body.user.id;
  const tours = Array.from({ length: TOURS }, (_, index) => ({
    slug: `tour-${index}`,
    title: `Tour ${index}`,
    tokensRequired: TOUR_PRICE,
    mediaUrl: `https://media.example/${index}.mp4`,
  }));
  await server.withDatabase((db) => inTransaction(db, (tx) => createExperiences(tx, tours)));
  context.tours = tours.map(({ slug }) => slug);
  for (let index = 0; index < 4; index += 1) await signUp(context);
}

/** Ends the claims of a killed process, as if so long had passed. */
async function expireClaims(db: Db): Promise<void> {
  await sql`UPDATE idempotency_keys SET claimed_until = now() WHERE status IS NULL`.execute(db);
  await sql`UPDATE payment_orders SET claimed_until = now() WHERE gateway_order_id IS NULL`.execute(db);
}

/** Waits until all payments are settled. @returns those that are not in time */
async function waitUntilSettled(
  server: ServerUnderTest,
  { since, skipsWaits }: { since: number; skipsWaits: boolean },
): Promise<string[]> {
  return server.withDatabase(async (db) => {
    for (;;) {
      const unsettled = await findUnsettled(db);
      if (unsettled.length === 0 || performance.now() - since > SETTLED_WITHIN_MS) return unsettled;
      if (skipsWaits) await makePaymentsDue(db);
      await sleep(100);
    }
  });
}

/** So many harms, of two kinds in turn. */
const inTurn = (count: number, one: Harm, other: Harm): Harm[] =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? one : other));

/**
 * Kills the application and PostgreSQL, and fills their disk, at random moments under load, and checks the invariants after each time.
 *
 * @throws {Error} when the server does not start or recover
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const random = createRandom(options.seed);
  const result: SuiteResult = {
    appKills: 0,
    postgresKills: 0,
    fullDisks: 0,
    acknowledged: 0,
    unacknowledged: 0,
    kinds: {},
    payments: 0,
    slowestReadyMs: 0,
    slowestSettlementMs: 0,
    violations: [],
  };
  let place = 'before the first kill';
  const reported = new Set<string>();
  function reportViolation(problem: string): void {
    // A lasting violation is problems after every kill; report it once.
    if (reported.has(problem)) return;
    reported.add(problem);
    const violation = `${place}: ${problem}`;
    result.violations.push(violation);
    options.onViolation?.(violation);
  }
  const { dataDir, skipsWaits = false } = options;
  const server = new ServerUnderTest({ ...(dataDir && { dataDir }), isImpatient: skipsWaits });
  const recorder = new Recorder(reportViolation);
  const context: LoadContext = {
    recorder,
    random,
    reportViolation,
    gatewayHeaders: { authorization: SANDBOX_AUTHORIZATION },
    referrer: '',
    tours: [],
    members: [],
    refundable: [],
    disputes: [],
    unverified: new Set(),
    verificationToken: (email) => server.verificationToken(email),
  };

  let stopLoad = async () => {};

  /** Checks the invariants that hold at any moment. */
  async function check(): Promise<void> {
    const problems = await server.withDatabase(async (db) => [
      ...(await findViolations(db)).map(({ rule, where, problem }) => `${rule}: ${where}: ${problem}`),
      ...(await findMissing(db, recorder.writes)),
      ...(await findDoubleOrders(db)),
      ...(await findSecondOpenOrders(db)),
      ...(await findUnsafeSettings(db)),
    ]);
    for (const problem of problems) reportViolation(problem);
  }

  async function round(harm: Harm): Promise<void> {
    const webhooks = random.weighted(options.webhooks ?? WEBHOOKS);
    const webhookDelayMs = random.one([0, 0, 300, 1500]);
    const switched = { webhooks, webhookDelayMs };
    await recorder.call('POST', '/sandbox/razorpay/switches', context.gatewayHeaders, switched);
    place = `kill ${recorder.round} (${harm}, webhooks ${webhooks})`;
    stopLoad = startLoad(context, { withRefunds: webhooks !== 'off' });
    await sleep(random.between(150, 1500));
    const killedAt = performance.now();
    let readyMs: number;
    if (harm === 'application') {
      await server.killServer();
      await stopLoad();
      readyMs = await server.start();
      recorder.url = server.url;
      result.appKills += 1;
    } else {
      const isFull = harm === 'data' || harm === 'log';
      readyMs = await (isFull
        ? server.fillDisk(harm, random.between(1_000, 4_000))
        : server.killPostgres(harm));
      await sleep(random.between(100, 600));
      await stopLoad();
      result[isFull ? 'fullDisks' : 'postgresKills'] += 1;
    }
    result.slowestReadyMs = Math.max(result.slowestReadyMs, readyMs);
    if (readyMs > (options.readyWithinMs ?? READY_WITHIN_MS))
      reportViolation(`was ready after ${Math.round(readyMs)} ms`);
    await check();
    const ofThisRound = recorder.writes.filter(({ round }) => round === recorder.round);
    await retryUnanswered(context, ofThisRound);
    lost.push(...ofThisRound.filter(isLostOrder).map((write) => ({ write, lostAt: killedAt })));
    if (skipsWaits) await server.withDatabase(expireClaims);
    await retryLostOrders(context, claimFreed(skipsWaits ? Number.POSITIVE_INFINITY : performance.now()));
    const unsettled = await waitUntilSettled(server, { since: killedAt, skipsWaits });
    result.slowestSettlementMs = Math.max(result.slowestSettlementMs, performance.now() - killedAt);
    for (const line of unsettled) reportViolation(`not settled after ${SETTLED_WITHIN_MS / 1000} s: ${line}`);
    await check();
    const acknowledged = recorder.writes.filter(({ response }) => response !== undefined);
    result.acknowledged = acknowledged.length;
    result.unacknowledged = recorder.writes.length - acknowledged.length;
    result.kinds = {};
    for (const { kind } of acknowledged) result.kinds[kind] = (result.kinds[kind] ?? 0) + 1;
  }

  const lost: LostOrder[] = [];
  /** Removes and returns the lost orders whose keys are free at a time. */
  function claimFreed(now: number): LostOrder[] {
    const freed = lost.filter(({ lostAt }) => now - lostAt > KEY_CLAIMED_FOR_MS);
    for (const order of freed) lost.splice(lost.indexOf(order), 1);
    return freed;
  }

  const harms = random.shuffled<Harm>([
    ...Array.from({ length: options.appKills }, () => 'application' as const),
    ...inTurn(options.postgresKills, 'postmaster', 'backend'),
    ...inTurn(options.fullDisks ?? 0, 'data', 'log'),
  ]);
  try {
    await server.start();
    recorder.url = server.url;
    await prepare(server, context);
    await check();
    for (const harm of harms) {
      if (options.signal?.aborted) break;
      recorder.round += 1;
      const before = result.violations.length;
      await round(harm);
      if (result.violations.length > before)
        options.onViolation?.(`the server has warned of:\n${server.warnings()}`);
      options.onHarm?.(result);
    }
    place = 'after the last kill';
    const lastLost = lost.at(-1);
    if (lastLost !== undefined) {
      await sleep(Math.max(0, lastLost.lostAt + KEY_CLAIMED_FOR_MS - performance.now()));
      await retryLostOrders(context, claimFreed(Number.POSITIVE_INFINITY));
      await check();
    }
    const { count } = await server.withDatabase((db) =>
      db
        .selectFrom('razorpay_sandbox.payments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', 'in', ['captured', 'refunded'])
        .executeTakeFirstOrThrow(),
    );
    result.payments = count;
    return result;
  } catch (error) {
    options.onViolation?.(`the server has warned of:\n${server.warnings()}`);
    throw error;
  } finally {
    // Also of a round that has failed: it would go on, and with it this process.
    await stopLoad();
    await server.stop();
    server.remove();
  }
}
