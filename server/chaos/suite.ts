import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../src/database/database.ts';
import { SAMPLE_MEMBER } from '../src/demo/member.ts';
import { createExperiences } from '../src/features/catalogue/service.ts';
import { findViolations } from '../src/ledger/invariants.ts';
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
  KEY_TAKEN_FOR_MS,
  type LostOrder,
  retryLostOrders,
  retryUnanswered,
} from './retries.ts';
import { ServerUnderTest } from './server-under-test.ts';

export type Kill = 'application' | 'postmaster' | 'backend';
/** How the gateway tells us of payments; `off`: not at all, so only browsers and the reconciler can find out. */
type Webhooks = 'on' | 'twice' | 'reversed' | 'off';

export interface SuiteOptions {
  appKills: number;
  postgresKills: number;
  /** Decides what is done, and when it is killed. */
  seed: number;
  /** How likely each behaviour of webhooks is. Orders without webhooks take half a minute to settle. */
  webhooks?: Readonly<Record<Webhooks, number>>;
  /** Within which the server must be ready after a kill; ten seconds unless the machine is known to be busy. */
  readyWithinMs?: number;
  /** Called after each kill. */
  onKill?(result: SuiteResult): void;
  /** Called for each violation. */
  onViolation?(violation: string): void;
  /** Stops the suite after the current kill. */
  signal?: AbortSignal;
}

export interface SuiteResult {
  appKills: number;
  postgresKills: number;
  /** Writes that were acknowledged, each looked for after every kill that followed. */
  acknowledged: number;
  /** Writes whose answer was lost, each found wholly present or absent. */
  unacknowledged: number;
  /** How many of the acknowledged writes were of each kind. */
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
  const answer = await context.recorder.call('POST', '/api/auth/login', {}, { email, password });
  context.referrer = answer?.body.user.id;
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

/** Waits until all that was paid is settled. @returns what never was */
async function untilSettled(server: ServerUnderTest, since: number): Promise<string[]> {
  return server.withDatabase(async (db) => {
    for (;;) {
      const unsettled = await findUnsettled(db);
      if (unsettled.length === 0 || performance.now() - since > SETTLED_WITHIN_MS) return unsettled;
      await sleep(100);
    }
  });
}

/**
 * Kills the application and PostgreSQL at random moments under load, and looks each time whether anything was lost.
 *
 * @throws {Error} when the server cannot be started or does not heal
 */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const random = createRandom(options.seed);
  const result: SuiteResult = {
    appKills: 0,
    postgresKills: 0,
    acknowledged: 0,
    unacknowledged: 0,
    kinds: {},
    payments: 0,
    slowestReadyMs: 0,
    slowestSettlementMs: 0,
    violations: [],
  };
  let place = 'before the first kill';
  const known = new Set<string>();
  function reportViolation(problem: string): void {
    // A lasting violation is found after every kill, and reported once.
    if (known.has(problem)) return;
    known.add(problem);
    const violation = `${place}: ${problem}`;
    result.violations.push(violation);
    options.onViolation?.(violation);
  }
  const server = new ServerUnderTest();
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
    left: new Set(),
    verificationToken: (email) => server.verificationToken(email),
  };

  /** I1-I8, as far as they hold at any moment. */
  async function check(): Promise<void> {
    const found = await server.withDatabase(async (db) => [
      ...(await findViolations(db)).map(({ rule, where, problem }) => `${rule}: ${where}: ${problem}`),
      ...(await findMissing(db, recorder.writes)),
      ...(await findDoubleOrders(db)),
      ...(await findSecondOpenOrders(db)),
      ...(await findUnsafeSettings(db)),
    ]);
    for (const problem of found) reportViolation(problem);
  }

  async function round(kill: Kill): Promise<void> {
    const webhooks = random.weighted(options.webhooks ?? WEBHOOKS);
    const webhookDelayMs = random.one([0, 0, 300, 1500]);
    const switched = { webhooks, webhookDelayMs };
    await recorder.call('POST', '/sandbox/razorpay/switches', context.gatewayHeaders, switched);
    place = `kill ${recorder.round} (${kill}, webhooks ${webhooks})`;
    const stopLoad = startLoad(context, { withRefunds: webhooks !== 'off' });
    await sleep(random.between(150, 1500));
    const killedAt = performance.now();
    let readyMs: number;
    if (kill === 'application') {
      await server.killServer();
      await stopLoad();
      readyMs = await server.start();
      recorder.url = server.url;
      result.appKills += 1;
    } else {
      readyMs = await server.killPostgres(kill);
      await sleep(random.between(100, 600));
      await stopLoad();
      result.postgresKills += 1;
    }
    result.slowestReadyMs = Math.max(result.slowestReadyMs, readyMs);
    if (readyMs > (options.readyWithinMs ?? READY_WITHIN_MS))
      reportViolation(`was ready after ${Math.round(readyMs)} ms`);
    await check();
    const ofThisRound = recorder.writes.filter(({ round }) => round === recorder.round);
    await retryUnanswered(context, ofThisRound);
    lost.push(...ofThisRound.filter(isLostOrder).map((write) => ({ write, lostAt: killedAt })));
    await retryLostOrders(context, takeFreed(performance.now()));
    const unsettled = await untilSettled(server, killedAt);
    result.slowestSettlementMs = Math.max(result.slowestSettlementMs, performance.now() - killedAt);
    for (const line of unsettled) reportViolation(`not settled after ${SETTLED_WITHIN_MS / 1000} s: ${line}`);
    await check();
    const acknowledged = recorder.writes.filter(({ answer }) => answer !== undefined);
    result.acknowledged = acknowledged.length;
    result.unacknowledged = recorder.writes.length - acknowledged.length;
    result.kinds = {};
    for (const { kind } of acknowledged) result.kinds[kind] = (result.kinds[kind] ?? 0) + 1;
  }

  const lost: LostOrder[] = [];
  /** Those whose keys are free at a moment; they are lost no more. */
  function takeFreed(now: number): LostOrder[] {
    const freed = lost.filter(({ lostAt }) => now - lostAt > KEY_TAKEN_FOR_MS);
    for (const one of freed) lost.splice(lost.indexOf(one), 1);
    return freed;
  }

  const kills = random.shuffled<Kill>([
    ...Array.from({ length: options.appKills }, () => 'application' as const),
    ...Array.from({ length: options.postgresKills }, (_, index) =>
      index % 2 === 0 ? ('postmaster' as const) : ('backend' as const),
    ),
  ]);
  try {
    await server.start();
    recorder.url = server.url;
    await prepare(server, context);
    await check();
    for (const kill of kills) {
      if (options.signal?.aborted) break;
      recorder.round += 1;
      const before = result.violations.length;
      await round(kill);
      if (result.violations.length > before)
        options.onViolation?.(`the server has warned of:\n${server.warnings()}`);
      options.onKill?.(result);
    }
    place = 'after the last kill';
    const lastLost = lost.at(-1);
    if (lastLost !== undefined) {
      await sleep(Math.max(0, lastLost.lostAt + KEY_TAKEN_FOR_MS - performance.now()));
      await retryLostOrders(context, takeFreed(Number.POSITIVE_INFINITY));
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
  } finally {
    await server.stop();
    server.remove();
  }
}
