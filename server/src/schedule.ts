import type { FastifyInstance } from 'fastify';
import { deleteExpiredSecrets } from './features/accounts/codes/store.ts';
import type { Accounts } from './features/accounts/context.ts';
import { deleteOldSecurityEvents } from './features/accounts/security/store.ts';
import { deleteOldSessions } from './features/accounts/sessions/store.ts';
import { maintainAnalytics } from './features/analytics/maintenance.ts';
import { refreshPopularity } from './features/catalogue/reaction-store.ts';
import type { Catalogue } from './features/catalogue/service.ts';
import { deleteUnconfirmed } from './features/leads/newsletter-store.ts';
import { deleteOldLeads } from './features/leads/store.ts';
import { removeUnfinishedContents, removeUnusedMedia } from './features/media/service.ts';
import type { Payments } from './features/payments/context.ts';
import { paymentTasks } from './features/payments/tasks.ts';
import { forgetOldLeavers } from './features/referrals/mailbox-store.ts';
import { deleteEndedVisits } from './features/share-links/service.ts';
import { deleteOldAttention } from './features/statistics/attention-store.ts';
import { tidyMedia } from './features/studio-media/service.ts';
import { keepSchedules } from './features/studio-tours/due-schedules.ts';
import {
  removeAbandonedPieces,
  removeExpiredUploads,
  type UploadDependencies,
} from './features/uploads/service.ts';
import { expireDueTokens } from './features/wallet/service.ts';
import { deleteOldInvitations } from './features/workspaces/invitations/store.ts';
import { deleteOldKeys } from './http/idempotency-store.ts';
import { runDueChecks } from './ledger/watch.ts';
import { type PeriodicTask, schedule } from './periodic-task.ts';
import { deleteExpiredWindows } from './rate-limit/store.ts';
import { ATTENTION_MONTHS } from './site/texts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The features with periodic tasks. */
interface Scheduled {
  accounts: Accounts;
  payments: Payments;
  catalogue: Catalogue;
  uploads: UploadDependencies;
}

/** Everything that the application does without a request, except what the card payment sandbox delivers. */
export function periodicTasks(
  app: FastifyInstance,
  { accounts, payments, catalogue, uploads }: Scheduled,
): PeriodicTask[] {
  const { config, db, backgroundDb = db, storage, media, jobs, log, lifecycle } = app.dependencies;
  const isStopping = () => lifecycle.stopping;
  return [
    {
      purpose: 'sweep the caches',
      everyMs: 5 * SECOND,
      isPerProcess: true,
      run: async () => {
        app.responseCache.sweep();
        catalogue.details.sweep();
      },
    },
    { purpose: 'delete expired rate limits', everyMs: MINUTE, run: () => deleteExpiredWindows(db) },
    { purpose: 'delete old idempotency keys', everyMs: HOUR, run: () => deleteOldKeys(db) },
    {
      purpose: 'check the ledger',
      everyMs: MINUTE,
      run: () => runDueChecks({ db: backgroundDb, log, wholeCheck: config.ledgerWholeCheck, isStopping }),
    },
    { purpose: 'refresh popularity', everyMs: MINUTE, run: () => refreshPopularity(db) },
    {
      purpose: 'expire tokens',
      everyMs: MINUTE,
      run: () =>
        expireDueTokens(db, (memberId, err) =>
          log.error({ alert: true, memberId, err }, 'failed to expire the tokens of a member'),
        ),
    },
    { purpose: 'delete expired codes', everyMs: 10 * MINUTE, run: () => deleteExpiredSecrets(db) },
    { purpose: 'delete ended visits by links', everyMs: HOUR, run: () => deleteEndedVisits(db) },
    { purpose: 'delete old sessions', everyMs: HOUR, run: () => deleteOldSessions(db) },
    { purpose: 'delete old security events', everyMs: HOUR, run: () => deleteOldSecurityEvents(db) },
    { purpose: 'delete old invitations', everyMs: HOUR, run: () => deleteOldInvitations(db) },
    {
      purpose: 'measure password hash costs',
      everyMs: HOUR,
      isPerProcess: true,
      run: () => accounts.dummyHashes.refreshShares(db),
    },
    {
      purpose: 'delete referral records of former members',
      everyMs: HOUR,
      run: () => forgetOldLeavers(db, config.retention.formerMemberMonths),
    },
    { purpose: 'delete unconfirmed newsletter sign-ups', everyMs: HOUR, run: () => deleteUnconfirmed(db) },
    {
      purpose: 'delete old leads',
      everyMs: HOUR,
      run: () => deleteOldLeads(db, config.retention.leadMonths),
    },
    {
      purpose: 'remove expired uploads',
      everyMs: MINUTE,
      run: () => removeExpiredUploads(uploads, isStopping),
    },
    {
      purpose: 'remove abandoned pieces of uploads',
      everyMs: 10 * MINUTE,
      isPerProcess: true,
      run: () => removeAbandonedPieces(uploads),
    },
    {
      purpose: 'remove abandoned parts of stored objects',
      everyMs: HOUR,
      run: () => storage.removeAbandoned(24 * HOUR),
    },
    {
      purpose: 'remove contents that were not stored completely',
      everyMs: 10 * MINUTE,
      run: () => removeUnfinishedContents({ db, storage }),
    },
    {
      purpose: 'remove contents that nothing uses',
      everyMs: HOUR,
      run: () => removeUnusedMedia({ db: backgroundDb, storage }, isStopping),
    },
    {
      purpose: 'tidy the files of workspaces',
      everyMs: MINUTE,
      run: () => tidyMedia({ db, storage, jobs, log, isStopping }),
    },
    {
      purpose: 'publish and withdraw scheduled tours',
      everyMs: 20 * SECOND,
      run: () =>
        keepSchedules(
          { db, media, jobs, reviewsTours: config.reviewsTours, responseCache: app.responseCache },
          isStopping,
          (tourId, err) =>
            log.error({ alert: true, tourId, err }, 'failed to do what was scheduled for a tour'),
        ),
    },
    {
      purpose: 'maintain analytics',
      everyMs: 10 * MINUTE,
      run: () => maintainAnalytics(backgroundDb, isStopping),
    },
    {
      purpose: 'delete old statistics of tours',
      everyMs: HOUR,
      run: () => deleteOldAttention(backgroundDb, ATTENTION_MONTHS),
    },
    ...paymentTasks(payments, config.payments.tickMs),
  ];
}

/** Starts all periodic tasks; they end with the application. */
export function startSchedule(app: FastifyInstance, features: Scheduled): void {
  for (const task of periodicTasks(app, features)) schedule(app, task);
}
