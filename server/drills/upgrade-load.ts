import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findDoubleOrders, findMissing, findUnsettled } from '../chaos/checks.ts';
import { type LoadContext, signUp, startLoad as startMembers } from '../chaos/load.ts';
import { createRandom } from '../chaos/random.ts';
import type { Recorder } from '../chaos/recorder.ts';
import type { Db } from '../src/database/database.ts';
import { SAMPLE_MEMBER } from '../src/demo/member.ts';
import { listOutbox } from '../src/gateways/mail-outbox.ts';
import { checkWhole } from '../src/ledger/whole.ts';
import { SANDBOX_AUTHORIZATION } from '../testing/sandbox-keys.ts';
import type { Installation } from './installation.ts';
import type { Revision } from './revision.ts';
import { CountingRecorder, Tally } from './tally.ts';
import { startVisitors, type Visits } from './visitors.ts';

const TOURS = 40;
const TOUR_PRICE = 20;
const LATEST_MAILS = 40;
const SETTLED_WITHIN_MS = 120_000;

/** Members who sign up, unlock and pay, and visitors. */
export interface UpgradeLoad {
  tally: Tally;
  recorder: CountingRecorder;
  visits: Visits;
  /** Resolves when the last request has completed. */
  stop(): Promise<void>;
}

/** Creates the tours with the sources of the checkout that the database belongs to. @returns slugs of all and of locked ones */
export async function createTours(connectionString: string, root: string) {
  const load = (file: string) => import(pathToFileURL(path.join(root, 'server/src', file)).href);
  const { openDatabase, inTransaction } = await load('database/database.ts');
  const { createExperiences } = await load('features/catalogue/service.ts');
  const tours = Array.from({ length: TOURS }, (_, index) => ({
    slug: `tour-${index}`,
    title: `Tour ${index}`,
    tokensRequired: index % 4 === 0 ? 0 : TOUR_PRICE,
    mediaUrl: `https://media.example/${index}.mp4`,
  }));
  const db = openDatabase({ connectionString, poolSize: 1 });
  await inTransaction(db, (tx: unknown) => createExperiences(tx, tours));
  await db.destroy();
  return {
    all: tours.map(({ slug }) => slug),
    locked: tours.filter(({ tokensRequired }) => tokensRequired > 0).map(({ slug }) => slug),
  };
}

/**
 * Starts members and visitors on an installation that serves.
 *
 * @param tours as of `createTours`
 */
export async function startPeople(
  { url, dataDir }: { url: string; dataDir: string },
  tours: { all: string[]; locked: string[] },
  { tally, recorder }: { tally: Tally; recorder: Recorder },
): Promise<{ visits: Visits; stop(): Promise<void> }> {
  recorder.url = url;
  const random = createRandom(1);
  const { email, password } = SAMPLE_MEMBER;
  const sample = await recorder.call('POST', '/api/auth/login', {}, { email, password });
  const context: LoadContext = {
    recorder,
    random,
    reportViolation: (problem) => tally.fail(problem),
    gatewayHeaders: { authorization: SANDBOX_AUTHORIZATION },
    referrer: sample?.body.user.id,
    tours: tours.locked,
    members: [],
    refundable: [],
    disputes: [],
    unverified: new Set(),
    async verificationToken(to) {
      const mails = await listOutbox(path.join(dataDir, 'outbox'), LATEST_MAILS);
      const texts = mails.filter((mail) => mail.to === to).map(({ text }) => text);
      return texts.map((text) => /\/verify-email#token=([\w.-]+)/.exec(text)?.[1]).find(Boolean);
    },
  };
  for (let index = 0; index < 4; index += 1) await signUp(context);
  const stopMembers = startMembers(context, { withRefunds: true });
  const visits = startVisitors({ url, tally, random, tours: tours.all, members: context.members });
  const stop = async () => {
    await Promise.all([stopMembers(), visits.stop()]);
  };
  return { visits, stop };
}

/** Starts all of the load, on an installation that serves. */
export async function startLoad(site: Installation, from: Revision): Promise<UpgradeLoad> {
  const tours = await createTours(site.connectionString, from.root);
  const tally = new Tally();
  const recorder = new CountingRecorder(tally);
  return { tally, recorder, ...(await startPeople(site, tours, { tally, recorder })) };
}

/** Likes that are not there. */
async function missingLikes(db: Db, { likes }: Visits): Promise<string[]> {
  const rows = await db
    .selectFrom('experience_likes as liked')
    .innerJoin('experiences as experience', 'experience.id', 'liked.experience_id')
    .select(['liked.member_id', 'experience.slug'])
    .execute();
  const there = new Set(rows.map(({ member_id, slug }) => `${member_id} ${slug}`));
  return [...likes].filter((like) => !there.has(like)).map((like) => `the like ${like} is missing`);
}

/** Views that are not counted. */
async function missingViews({ url }: Installation, { tally, visits }: UpgradeLoad): Promise<string[]> {
  const missing: string[] = [];
  for (const [slug, acknowledged] of visits.views) {
    const answer = await tally.ask(`${url}/api/vr360/${slug}`);
    const { viewCount } = JSON.parse(answer?.body.toString() ?? '{}');
    for (let count = viewCount ?? 0; count < acknowledged; count += 1)
      missing.push(`a view of ${slug} is missing`);
  }
  return missing;
}

/** Sessions that have ended, though their members did not sign out. */
export async function endedSessions(
  { url }: { url: string },
  { tally, visits }: Pick<UpgradeLoad, 'tally' | 'visits'>,
): Promise<string[]> {
  const ended: string[] = [];
  for (const refreshToken of visits.sessions.values()) {
    const body = JSON.stringify({ refreshToken });
    const headers = { 'content-type': 'application/json' };
    const answer = await tally.ask(`${url}/api/auth/token/refresh`, { method: 'POST', headers, body });
    if (answer?.status !== 200) ended.push(`a session has ended: ${answer?.body}`);
  }
  return ended;
}

/** Payments that no process has settled in time. */
async function unsettled(db: Db): Promise<string[]> {
  for (const deadline = Date.now() + SETTLED_WITHIN_MS; ; await sleep(500)) {
    const lines = await findUnsettled(db);
    if (lines.length === 0 || Date.now() > deadline) return lines;
  }
}

/** What the rules of the ledger and of payments find. */
export async function violations(db: Db): Promise<string[]> {
  const settled = await unsettled(db);
  const found = (await checkWhole(db)) ?? [];
  return [
    ...settled,
    ...(await findDoubleOrders(db)),
    ...found.map(({ rule, where, problem }) => `${rule}: ${where}: ${problem}`),
  ];
}

/** Once the load has stopped: how many writes were acknowledged, and what of them is missing or wrong. */
export async function findLosses(
  site: Installation,
  load: UpgradeLoad,
): Promise<{ acknowledged: number; lost: string[] }> {
  const { recorder, visits } = load;
  const views = [...visits.views.values()].reduce((sum, count) => sum + count, 0);
  const writes = recorder.writes.filter(({ response }) => response?.status === 200);
  const lost = await site.withDatabase(async (db) => [
    ...(await violations(db)),
    ...(await findMissing(db, recorder.writes)),
    ...(await missingLikes(db, visits)),
  ]);
  lost.push(...(await missingViews(site, load)), ...(await endedSessions(site, load)));
  return { acknowledged: writes.length + views + visits.likes.size + visits.sessions.size, lost };
}
