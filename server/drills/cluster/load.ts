import path from 'node:path';
import { findMissing } from '../../chaos/checks.ts';
import { type LoadContext, signUp, startLoad as startMembers } from '../../chaos/load.ts';
import { createRandom } from '../../chaos/random.ts';
import { SAMPLE_MEMBER } from '../../src/demo/member.ts';
import { listOutbox } from '../../src/gateways/mail-outbox.ts';
import { SANDBOX_AUTHORIZATION } from '../../testing/sandbox-keys.ts';
import { ROOT } from '../revision.ts';
import { createTours, endedSessions, violations } from '../upgrade-load.ts';
import { startVisitors, type Visits } from '../visitors.ts';
import { Answers, TimedRecorder } from './answers.ts';
import type { ClusterSite } from './site.ts';

const LATEST_MAILS = 40;

/** Members who sign up, unlock, pay and are refunded, and visitors who browse, view, like and stay signed in. */
export interface ClusterLoad {
  answers: Answers;
  recorder: TimedRecorder;
  visits: Visits;
  /** Resolves when the last request has completed. */
  stop(): Promise<void>;
}

/** Starts all of the load. */
export async function startClusterLoad(site: ClusterSite): Promise<ClusterLoad> {
  const tours = await createTours(site.connectionString, ROOT);
  const answers = new Answers();
  const recorder = new TimedRecorder(answers);
  recorder.url = site.url;
  const random = createRandom(1);
  const { email, password } = SAMPLE_MEMBER;
  const sample = await recorder.call('POST', '/api/auth/login', {}, { email, password });
  const context: LoadContext = {
    recorder,
    random,
    reportViolation: (problem) => answers.fail(problem),
    gatewayHeaders: { authorization: SANDBOX_AUTHORIZATION },
    referrer: sample?.body.user.id,
    tours: tours.locked,
    members: [],
    refundable: [],
    disputes: [],
    unverified: new Set(),
    async verificationToken(to) {
      const mails = await listOutbox(path.join(site.dataDir, 'outbox'), LATEST_MAILS);
      const texts = mails.filter((mail) => mail.to === to).map(({ text }) => text);
      return texts.map((text) => /\/verify-email#token=([\w.-]+)/.exec(text)?.[1]).find(Boolean);
    },
  };
  for (let index = 0; index < 4; index += 1) await signUp(context);
  const stopMembers = startMembers(context, { withRefunds: true });
  const visits = startVisitors({
    url: site.url,
    tally: answers,
    random,
    tours: tours.all,
    members: context.members,
  });
  return {
    answers,
    recorder,
    visits,
    async stop() {
      await Promise.all([stopMembers(), visits.stop()]);
    },
  };
}

/**
 * Once the load has stopped: what of the acknowledged writes is missing, and what breaks a rule of the ledger or of
 * payments. Views and likes may be lost with a primary (docs/decisions/0047-durability-classes.md).
 */
export async function findLosses(site: ClusterSite, load: ClusterLoad) {
  const { missing, unsound } = await site.withDatabase(async (db) => ({
    unsound: await violations(db),
    missing: await findMissing(db, load.recorder.writes),
  }));
  const ended = await endedSessions(site, { tally: load.answers, visits: load.visits });
  return { lost: [...missing, ...ended], unsound };
}
