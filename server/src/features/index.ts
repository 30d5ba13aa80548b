import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readFallbackTours } from '../demo/sample-files.ts';
import { createRazorpay } from '../gateways/razorpay.ts';
import { bearerTokenOf } from '../http/authenticate.ts';
import { ownOrigin } from '../http/own-origin.ts';
import { SANDBOX_PATH } from '../sandbox/razorpay/routes.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { type Accounts, createAccounts } from './accounts/context.ts';
import { accountsPlugin } from './accounts/plugin.ts';
import { findMember, presentTier, presentTierEnd } from './accounts/service.ts';
import { createSessionCache } from './accounts/sessions/caller.ts';
import type { SessionCache } from './accounts/sessions/session-cache.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { MemberStateCache } from './catalogue/member-state.ts';
import { likesAsPersonalData } from './catalogue/personal-data.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { Catalogue } from './catalogue/service.ts';
import { catalogueDeskRoutes } from './catalogue-desk/routes.ts';
import { embeddingRoutes } from './embedding/routes.ts';
import { leadsAsPersonalData } from './leads/personal-data.ts';
import { leadRoutes } from './leads/routes.ts';
import { createMediaUrls } from './media/media-urls.ts';
import { mediaPlugin } from './media/plugin.ts';
import type { Payments } from './payments/context.ts';
import { readHeldTokens } from './payments/disputes/store.ts';
import { paymentsInHistory } from './payments/history.ts';
import { createOrderBatches } from './payments/orders/batches.ts';
import { paymentsAsPersonalData } from './payments/personal-data.ts';
import { paymentsPlugin } from './payments/plugin.ts';
import { planRoutes } from './plans/routes.ts';
import { readPlanTable, requireSeat } from './plans/service.ts';
import { privacyCheckRoutes } from './privacy-checks/routes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { createReferrals, type Referrals } from './referrals/service.ts';
import { regionRoutes } from './region/routes.ts';
import { savedRoutes } from './saved/routes.ts';
import { recordRecent, savedAsPersonalData } from './saved/service.ts';
import { shareLinkRoutes } from './share-links/routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import { studioMediaRoutes } from './studio-media/routes.ts';
import { addUpload, readMediaTotals } from './studio-media/service.ts';
import { isOfTeam } from './studio-tours/audience.ts';
import { studioTourRoutes } from './studio-tours/routes.ts';
import { countTours, findTitlesOfTours } from './studio-tours/service.ts';
import { PublishedTours } from './tours/published-tours.ts';
import { tourRoutes } from './tours/routes.ts';
import { shareImageRoutes } from './tours/share-image-routes.ts';
import { unlockRoutes } from './unlocks/routes.ts';
import { unlocksAsPersonalData, unlocksInHistory } from './unlocks/service.ts';
import { uploadsAsPersonalData } from './uploads/personal-data.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { readUploadBytes, type UploadDependencies } from './uploads/service.ts';
import { walletAsPersonalData } from './wallet/personal-data.ts';
import { walletRoutes } from './wallet/routes.ts';
import { workspacesAsPersonalData } from './workspaces/personal-data.ts';
import { workspacesPlugin } from './workspaces/plugin.ts';
import { countSeats, createAuditActors, findRoles, isKey, resolveKey } from './workspaces/service.ts';

/** What the features know of each other, and of the world outside. */
export interface Features {
  accounts: Accounts;
  payments: Payments;
  sessions: SessionCache;
  memberStates: MemberStateCache;
  catalogue: Catalogue;
  uploads: UploadDependencies;
}

/** Connects the features with each other and registers their routes. */
export async function registerFeatures(app: FastifyInstance, loadedSite: LoadedSite): Promise<Features> {
  const { dependencies } = app;
  const { config, db, jobs } = dependencies;
  const { site, texts } = loadedSite;
  const referrals = createReferrals(config, app.log);
  const accounts = createAccounts({
    db,
    config,
    log: app.log,
    jobs,
    brand: site.name,
    personalData: [
      likesAsPersonalData,
      savedAsPersonalData,
      leadsAsPersonalData,
      walletAsPersonalData,
      unlocksAsPersonalData,
      paymentsAsPersonalData,
      referrals.personalData,
      uploadsAsPersonalData,
      workspacesAsPersonalData,
    ],
    events: referrals,
  });
  const sessions = createSessionCache(accounts);
  app.decorate(
    'resolveCaller',
    dependencies.resolveCaller ??
      ((token) => (isKey(token) ? resolveKey(db, token) : sessions.resolve(token))),
  );
  app.decorate('peekCaller', (authorization = '') => {
    const token = dependencies.resolveCaller === undefined ? bearerTokenOf(authorization) : undefined;
    return token === undefined ? undefined : sessions.peek(token);
  });
  app.decorate('findRoles', (memberId, workspaceId) => findRoles(db, memberId, workspaceId));
  app.decorate('auditActorOf', createAuditActors(config.secretKey));
  const urls = createMediaUrls(config.secretKey, config.mediaUrl);
  const memberStates = new MemberStateCache(db, config.responseCacheMs);
  const states = dependencies.memberStates ?? memberStates;
  const buildAssetUrl = dependencies.buildAssetUrl ?? urls.build;
  const tours = new PublishedTours(db, buildAssetUrl);
  const fallbackTours = dependencies.fallbackTours ?? (await readFallbackTours());
  const urlSources = { viewerBase: `${config.publicUrl}/`, buildAssetUrl, fallbackTours };
  const catalogue = new Catalogue(
    db,
    app.responseCache,
    states,
    urlSources,
    tours,
    (id, member) => isOfTeam(db, id, member),
    {
      lifetimeMs: config.responseCacheMs,
      maxBytes: Math.ceil(config.responseCacheBytes / 4),
    },
  );
  const payments = createPayments(app, loadedSite, referrals);

  await app.register(mediaPlugin, { urls });
  await app.register(catalogueRoutes, {
    catalogue,
    onViewed: (memberId, experienceId) => recordRecent(db, memberId, experienceId),
  });
  await app.register(savedRoutes);
  await app.register(tourRoutes, { catalogue, tours });
  await app.register(shareImageRoutes, { catalogue, tours });
  await app.register(unlockRoutes, { catalogue });
  await app.register(embeddingRoutes, { catalogue, siteName: site.name });
  await app.register(accountsPlugin, { accounts, siteName: site.name });
  const plans = readPlanTable(texts.pricing, config.workspaceBytes);
  await app.register(workspacesPlugin, {
    accounts,
    siteName: site.name,
    requireSeat: (tx, workspaceId, taken) => requireSeat(tx, plans, workspaceId, taken),
  });
  const uploads: UploadDependencies = {
    db,
    storage: dependencies.storage,
    workDir: path.join(config.dataDir, 'upload-work'),
    plans,
    keepFinishedMs: config.retention.originalDays * 24 * 3_600_000,
    readFiles: readMediaTotals,
    onFinished: (tx, upload) => addUpload(tx, jobs, upload),
  };
  await app.register(uploadRoutes, uploads);
  await app.register(studioMediaRoutes, { urls, uploads, findTitlesOfTours });
  await app.register(privacyCheckRoutes, { urls });
  await app.register(studioTourRoutes, { urls, plans, siteName: site.name });
  await app.register(planRoutes, {
    table: plans,
    siteName: site.name,
    countTours,
    countSeats,
    readUsedBytes: async (workspaceId) => (await readUploadBytes(uploads, workspaceId)).used,
  });
  await app.register(statisticsRoutes, {
    catalogue,
    readDocument: (experienceId, version) => tours.document(experienceId, version),
  });
  await app.register(shareLinkRoutes, { catalogue, tours, passwords: accounts.passwords });
  await app.register(catalogueDeskRoutes);
  await app.register(walletRoutes, {
    readPlan: async (memberId) => {
      const member = await findMember(db, memberId);
      if (member === undefined) return { tier: 'Free', until: null };
      return { tier: presentTier(member), until: presentTierEnd(member) };
    },
    readHeldTokens: (memberId) => readHeldTokens(db, memberId),
    sources: [unlocksInHistory, paymentsInHistory],
  });
  await app.register(paymentsPlugin, { payments });
  await app.register(referralRoutes, { referrals });
  await app.register(leadRoutes, { texts });
  await app.register(regionRoutes);
  await app.register(analyticsRoutes, { consentTexts: texts.consent });
  return { accounts, payments, sessions, memberStates, catalogue, uploads };
}

/** Connects payments with the gateway, which is the sandbox unless a real one is configured, and with the referral rewards. */
function createPayments(app: FastifyInstance, { site }: LoadedSite, referrals: Referrals): Payments {
  const { config, db, jobs, lifecycle } = app.dependencies;
  const { apiUrl, checkoutScript, mismatchHours } = config.payments;
  const connectGateway = () =>
    createRazorpay({
      ...config.payments,
      apiUrl: () => apiUrl ?? `${ownOrigin(app)}${SANDBOX_PATH}`,
      onStrangeItem: (list) =>
        app.log.error({ alert: true, list }, 'the payment gateway listed an unexpected item'),
    });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  return {
    db,
    log: app.log,
    jobs,
    batches: createOrderBatches(db, site, app.log),
    site,
    gateway: connectGateway(),
    background: connectGateway(),
    checkoutScript,
    mismatchHours,
    isStopping: () => isClosing || lifecycle.stopping,
    onPurchased: async (tx, purchase) => {
      if (purchase.tier !== null) await referrals.onTierBought(tx, purchase);
    },
    onRefunded: async (tx, purchase) => {
      if (purchase.tier !== null) await referrals.onTierRefunded(tx, purchase);
    },
    onDebtCleared: referrals.onDebtCleared,
  };
}
