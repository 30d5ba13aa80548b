import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { embedRoutes } from './demo/embeds.ts';
import { refuseUnknownHosts } from './demo/known-hosts.ts';
import { demoMailRoutes } from './demo/mail-routes.ts';
import { readFallbackTours } from './demo/sample-files.ts';
import type { Dependencies } from './dependencies.ts';
import { codeRoutes } from './features/accounts/codes/routes.ts';
import { createAccounts } from './features/accounts/context.ts';
import { phoneRoutes } from './features/accounts/members/phone-routes.ts';
import { identityProviders } from './features/accounts/oidc/identity-providers.ts';
import { oidcRoutes } from './features/accounts/oidc/routes.ts';
import { passkeyRoutes } from './features/accounts/passkeys/routes.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { securityRoutes } from './features/accounts/security/routes.ts';
import { findMember, presentTierEnd } from './features/accounts/service.ts';
import { createResolveCaller } from './features/accounts/sessions/caller.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { catalogueOrigins } from './features/catalogue/origins.ts';
import { likesAsPersonalData } from './features/catalogue/personal-data.ts';
import { catalogueRoutes } from './features/catalogue/routes.ts';
import { Catalogue } from './features/catalogue/service.ts';
import { categoryPaths, countTours, tourPages, tourRuns } from './features/catalogue/sitemap.ts';
import { leadsAsPersonalData } from './features/leads/personal-data.ts';
import { leadRoutes } from './features/leads/routes.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { sampleRoutes } from './features/media/sample-routes.ts';
import type { Payments } from './features/payments/context.ts';
import { readHeldTokens } from './features/payments/disputes/holds.ts';
import { paymentsInHistory } from './features/payments/history.ts';
import { paymentsAsPersonalData } from './features/payments/personal-data.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { webhookRoute } from './features/payments/webhooks/route.ts';
import { referralRoutes } from './features/referrals/routes.ts';
import { createReferrals } from './features/referrals/service.ts';
import { regionRoutes } from './features/region/routes.ts';
import { unlockRoutes } from './features/unlocks/routes.ts';
import { createAccessGrants, unlocksAsPersonalData, unlocksInHistory } from './features/unlocks/service.ts';
import { walletAsPersonalData } from './features/wallet/personal-data.ts';
import { walletRoutes } from './features/wallet/routes.ts';
import { createRazorpay } from './gateways/razorpay.ts';
import { installAccessLog } from './http/access-log.ts';
import { answerClientError } from './http/client-error.ts';
import { installGuards, securityHeadersOf } from './http/guards.ts';
import { healthRoutes } from './http/health.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { acceptJsonBodies } from './http/json-body.ts';
import { shedLoad } from './http/load-shedding.ts';
import { createMediaAddresses } from './http/media-addresses.ts';
import { installNotFound } from './http/not-found.ts';
import { installOpenApi, openApiRoutes } from './http/openapi.ts';
import { ownAddress } from './http/own-origin.ts';
import { sendProblem } from './http/problem.ts';
import { useOriginForm } from './http/request-target.ts';
import { installResponseCache } from './http/response-cache.ts';
import { warnOfUntrustedProxy } from './http/untrusted-proxy.ts';
import { watchLedger } from './ledger/watch.ts';
import { registerPages } from './pages/pages.ts';
import { policyReportRoutes } from './pages/policy-reports.ts';
import { sitemapRoutes } from './pages/sitemap.ts';
import { forgetEndedWindows } from './rate-limit/store.ts';
import { razorpaySandbox, SANDBOX_PATH } from './sandbox/razorpay/routes.ts';
import { regularly } from './schedule.ts';
import { brochureRoute } from './site/brochure.ts';
import { manifestRoute } from './site/manifest.ts';
import { readCompany } from './site/read-site.ts';
import { brandRoutes } from './site/routes.ts';
import { securityTxtRoute } from './site/security-txt.ts';
import { brandStyle } from './site/style.ts';

/** The largest body taken by default, in bytes. Calls that take files set their own. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Unique across processes and cheap to make. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Builds the application. It neither listens nor owns what it is given: closing it leaves the database open. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, log, storage } = dependencies;
  const logger: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // Of inactivity: progress in writing begins it again, so a long download may take as long as it needs.
    connectionTimeout: config.connectionTimeoutMs,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
    // While stopping, requests on connections that are open are still served, then their connections close.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000 },
    rewriteUrl: useOriginForm,
    frameworkErrors: (error, request, reply) => {
      // Before any hook has run.
      sendProblem(error, request, reply.headers(securityHeadersOf(config.publicUrl)));
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, securityHeadersOf(config.publicUrl)),
  });

  const { db } = dependencies;
  const { site, texts, files } = readCompany(config, dependencies.site);
  const referrals = createReferrals(config, logger);
  const accounts = createAccounts({
    db,
    config,
    log: logger,
    jobs: dependencies.jobs,
    brand: site.name,
    personalData: [
      likesAsPersonalData,
      leadsAsPersonalData,
      walletAsPersonalData,
      unlocksAsPersonalData,
      paymentsAsPersonalData,
      referrals.personalData,
    ],
    events: referrals,
  });
  app.decorate('dependencies', dependencies);
  app.decorate('resolveCaller', dependencies.resolveCaller ?? createResolveCaller(accounts));
  app.decorateRequest('caller');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  // Before whatever may answer, kept answers included.
  const mayAnswer = config.mode === 'demo' ? refuseUnknownHosts(app) : undefined;
  acceptJsonBodies(app);
  installResponseCache(app, mayAnswer);
  shedLoad(app);
  installGuards(app);
  installAccessLog(app);
  warnOfUntrustedProxy(app);
  installNotFound(app);
  await installOpenApi(app, site);

  regularly(app, {
    purpose: 'forget limits whose time is over',
    everyMs: 60_000,
    work: () => forgetEndedWindows(db),
  });
  regularly(app, {
    purpose: 'forget old idempotency keys',
    everyMs: 60 * 60_000,
    work: () => forgetOldKeys(db),
  });
  watchLedger(app);
  await app.register(healthRoutes);
  if (config.apiDocs) await app.register(openApiRoutes, { site });
  const mediaAddresses = createMediaAddresses(config.secretKey);
  await app.register(mediaRoutes, { storage, addresses: mediaAddresses });
  await app.register(sampleRoutes);
  if (config.mode === 'demo') {
    await app.register(embedRoutes);
    await app.register(demoMailRoutes);
    // Anybody may sign payments through it: never with the keys of a real gateway.
    if (config.payments.apiUrl === undefined) {
      await app.register(razorpaySandbox, { ...config.payments, ownAddress: () => ownAddress(app) });
    }
  }
  const grants = dependencies.accessGrants ?? createAccessGrants(db);
  const catalogue = new Catalogue(db, app.responseCache, grants, {
    viewerBase: `${config.publicUrl}/`,
    addressAsset: dependencies.addressAsset ?? mediaAddresses.address,
    fallbackTours: dependencies.fallbackTours ?? (await readFallbackTours()),
  });
  await app.register(catalogueRoutes, { catalogue });
  await app.register(unlockRoutes, { catalogue });
  await app.register(accountRoutes, { accounts });
  await app.register(securityRoutes, { accounts });
  await app.register(passkeyRoutes, { accounts, siteName: site.name });
  await app.register(codeRoutes, { accounts });
  await app.register(phoneRoutes, { accounts });
  await app.register(oidcRoutes, { accounts, providers: identityProviders(config) });
  await app.register(walletRoutes, {
    readTierEnd: async (memberId) => {
      const member = await findMember(db, memberId);
      return member === undefined ? null : presentTierEnd(member);
    },
    readHeldTokens: (memberId) => readHeldTokens(db, memberId),
    sources: [unlocksInHistory, paymentsInHistory],
  });
  const { apiUrl, checkoutScript, mismatchHours } = config.payments;
  const cardGateway = () =>
    createRazorpay({
      ...config.payments,
      apiUrl: () => apiUrl ?? `${ownAddress(app)}${SANDBOX_PATH}`,
      onStrangeItem: (list) =>
        logger.error({ alert: true, list }, 'the payment gateway lists something strange'),
    });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const payments: Payments = {
    db,
    log: logger,
    jobs: dependencies.jobs,
    site,
    gateway: cardGateway(),
    background: cardGateway(),
    checkoutScript,
    mismatchHours,
    isStopping: () => isClosing || dependencies.lifecycle.stopping,
    onPurchased: async (tx, purchase) => {
      if (purchase.tier !== null) await referrals.onTierBought(tx, purchase);
    },
    onRefunded: async (tx, purchase) => {
      if (purchase.tier !== null) await referrals.onTierRefunded(tx, purchase);
    },
    onDebtCleared: referrals.onDebtCleared,
  };
  await app.register(paymentRoutes, { payments });
  await app.register(webhookRoute, { payments });
  await app.register(referralRoutes, { referrals });
  await app.register(leadRoutes, { texts });
  await app.register(brochureRoute, { site, texts: texts.opportunity });
  await app.register(regionRoutes);
  await app.register(analyticsRoutes, { wording: texts.consent });
  await app.register(manifestRoute, { site });
  await app.register(securityTxtRoute, { site });
  await app.register(brandRoutes, { site, files });
  await app.register(sitemapRoutes, {
    source: {
      countTours: () => countTours(db),
      categoryPaths: () => categoryPaths(db),
      tourPages: (after, limit) => tourPages(db, after, limit),
      tourRuns: (size) => tourRuns(db, size),
    },
  });
  await app.register(policyReportRoutes);
  await app.register(registerPages, {
    company: { site, texts, brand: brandStyle(site, files) },
    readOrigins: () => catalogueOrigins(db, config.publicUrl),
  });
  return app;
}
