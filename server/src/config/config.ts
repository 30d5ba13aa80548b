import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { z } from 'zod';
import type { DatabaseLimits } from '../database/limits.ts';
import { HASH_COST, type HashCost } from './hash-cost.ts';
import { isLoopbackUrl } from './loopback.ts';
import { persistedSecret } from './persisted-secret.ts';
import { withSecretFiles } from './secret-files.ts';
import { missingSettings, Settings } from './settings.ts';
import { unsafeSettings } from './settings-safety.ts';

/** Limits for ingested photos and videos. */
export interface MediaConfig {
  photoMaxBytes: number;
  videoMaxBytes: number;
  /** How many files are processed at the same time. */
  ingestsAtOnce: number;
  /** How long probing a video may take. */
  videoTimeoutMs: number;
}

/** How people prove who they are. */
export interface AccountsConfig {
  /** Never below what the contract asks for. */
  passwordMinLength: number;
  /** How many passwords are hashed at the same time. */
  hashesAtOnce: number;
  /** Of new hashes; older ones are renewed when their owner signs in. */
  hashCost: HashCost;
  /** How many more may wait for it; those beyond are answered 503. */
  hashQueue: number;
  /** Accounts that one address may create in ten minutes. */
  signUpsPerIp: number;
}

/** What bringing newcomers is worth, in tokens, before what a Pro referrer gets on top. */
export interface ReferralsConfig {
  /** For the newcomer, when they sign up. */
  welcomeTokens: number;
  /** For the referrer, once the newcomer's address is verified. */
  newcomerTokens: number;
  /** For the referrer, when the newcomer buys a plan with a tier within `tierDays` of signing up. */
  tierTokens: number;
  tierDays: number;
  /** How long these tokens last. */
  validityDays: number;
  /** For how long following a link counts. */
  visitDays: number;
  /** For how long a referrer's reward counts in the balance and cannot be spent yet, in days. */
  holdDays: { newcomer: number; tier: number };
  /** How many rewards of one kind a referrer may get in 24 hours and in 30 days. */
  caps: { perDay: number; perMonth: number };
}

/** How mails leave. */
export interface MailConfig {
  /** The mail server; undefined puts mails into `outboxDir` instead. */
  smtpUrl: string | undefined;
  /** How long the mail server may take to accept a connection and to greet. */
  smtpTimeoutMs: number;
  /** Nothing is said to the mail server before the connection is encrypted. */
  smtpRequiresTls: boolean;
  /** Who mails come from; the site's name and address where it is undefined. */
  from: { name: string | undefined; address: string } | undefined;
  /** The demo's outbox; absolute. */
  outboxDir: string;
}

/** How soon jobs go on that have failed or whose process has died. */
export interface JobsConfig {
  /** The first pause after a failure; each further one is twice as long. */
  retrySeconds: number;
  /** How often jobs are looked for whose process shows no life any more. */
  superviseSeconds: number;
}

/** Access to the Cloud API of WhatsApp Business. */
export interface WhatsAppConfig {
  token: string;
  phoneNumberId: string;
  /** The approved template for codes, and its language. */
  template: string;
  language: string;
  /** With the version, without a trailing slash. */
  apiUrl: string;
}

/** The OpenID provider behind "Continue with Google", and how we are known there. */
export interface GoogleConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The gateway that takes card payments. */
export interface PaymentsConfig {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** The webhook secret before this one, while it is changed. */
  previousWebhookSecret: string | undefined;
  /** Without `/v1` and without a trailing slash; undefined for the sandbox of this process. */
  apiUrl: string | undefined;
  /** Where browsers get the payment window from: an address, or a path of ours. */
  checkoutScript: string;
  /** How long one call to it may take. */
  timeoutMs: number;
  /** How long no call is made after failures in a row. */
  restMs: number;
  /** After how many hours a payment of another amount than ordered is returned, unless an operator decides otherwise. */
  mismatchHours: number;
  /** How often the background tasks of payments look for something to do. */
  tickMs: number;
}

/** Every setting, read from the environment and validated once at boot. */
export interface Config {
  mode: 'demo' | 'production';
  host: string;
  port: number;
  /** Where visitors reach the site: scheme, host and port, no trailing slash. */
  publicUrl: string;
  /** Absolute path of the folder for everything that this installation keeps on disk. */
  dataDir: string;
  /** The site configuration; absolute. What it names lies beside it. */
  siteFile: string;
  /** The PostgreSQL to use; undefined starts the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** The most connections that this process opens. */
  databasePoolSize: number;
  /** How long work that visitors wait for may take in the database. */
  databaseLimits: DatabaseLimits;
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Signs the addresses of gated media; the same for every process of an installation. */
  secretKey: string;
  /** Where the files of tours are kept; absolute. */
  storageDir: string;
  media: MediaConfig;
  accounts: AccountsConfig;
  referrals: ReferralsConfig;
  /** Forms (contact, newsletter, enrolment, quote, help) that one address may send in an hour, all together. */
  formsPerIp: number;
  /** For how many months something is kept. */
  retention: {
    /** What people wrote by forms. */
    leadMonths: number;
    /** Fingerprints of addresses of members who have left. */
    formerMemberMonths: number;
  };
  /** What a locked tour costs unless it says otherwise. */
  tokensPerTour: number;
  /** Undefined leaves Google sign-in off. */
  google: GoogleConfig | undefined;
  mail: MailConfig;
  /** Asked for by `/demo/mail` where others than this machine may reach the demo; new at each start. */
  outboxPassword: string | undefined;
  jobs: JobsConfig;
  payments: PaymentsConfig;
  /** Undefined: no codes are sent to phones. */
  whatsApp: WhatsAppConfig | undefined;
  /** Whether an empty catalogue is filled with the demo tours. */
  demoContent: boolean;
  /** How long a connection with a request in hand may be without progress in either direction, in milliseconds. */
  connectionTimeoutMs: number;
  /** How long a client may take to send the headers of a request, in milliseconds. */
  headersTimeoutMs: number;
  /** Beyond this lag of the event loop requests are refused, in milliseconds; 0 refuses none. */
  maxEventLoopDelayMs: number;
  /** How long answers for guests are kept in the process, in milliseconds. */
  responseCacheMs: number;
  /** The most memory that kept answers take, in bytes. */
  responseCacheBytes: number;
  /** Whether anybody may read the description of the API. */
  apiDocs: boolean;
  /** Views and likes that one address may send in a minute. */
  reactionsPerMinute: number;
  analytics: {
    /** What one address may send to one process. */
    eventsPerMinute: number;
  };
  /** How it is told where visitors are. */
  region: {
    /** The header in which a trusted proxy names the country; in lower case. */
    header: string;
    /** A geolocation service's address with `{ip}` in it; undefined asks none. */
    lookupUrl: string | undefined;
  };
}

/** The environment cannot be used; the message names every setting that is missing or malformed. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A variable that is set to nothing counts as not set. */
function setVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );
}

/** The site configuration that comes with the project. */
const SITE_FILE = path.resolve(import.meta.dirname, '../../../content/site.json');

/** What the demo's sandbox is opened with; the README names them. */
const SANDBOX = {
  keyId: 'rzp_test_oriel',
  keySecret: 'oriel-sandbox-key-secret',
  webhookSecret: 'oriel-sandbox-webhook-secret',
  checkoutScript: '/sandbox/razorpay/checkout.js',
};
const RAZORPAY = {
  apiUrl: 'https://api.razorpay.com',
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
};

const PAYMENT_TICK_MS = 5_000;
const PAYMENT_REST_MS = 5_000;
const HEADERS_TIMEOUT_MS = 10_000;
const SMTP_TIMEOUT_MS = 10_000;
export const JOBS: JobsConfig = { retrySeconds: 5, superviseSeconds: 10 };

/** Razorpay in production or where an address of its API is set; else the sandbox, which needs no setting. */
function paymentsOf(settings: z.output<typeof Settings>, production: boolean): PaymentsConfig {
  const isReal = production || settings.RAZORPAY_API !== undefined;
  return {
    keyId: settings.RAZORPAY_KEY_ID ?? SANDBOX.keyId,
    keySecret: settings.RAZORPAY_KEY_SECRET ?? SANDBOX.keySecret,
    webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET ?? SANDBOX.webhookSecret,
    previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    apiUrl: settings.RAZORPAY_API ?? (production ? RAZORPAY.apiUrl : undefined),
    checkoutScript:
      settings.RAZORPAY_CHECKOUT_SCRIPT ?? (isReal ? RAZORPAY.checkoutScript : SANDBOX.checkoutScript),
    timeoutMs: settings.RAZORPAY_TIMEOUT_MS,
    mismatchHours: settings.PAYMENT_MISMATCH_HOURS,
    restMs: PAYMENT_REST_MS,
    tickMs: PAYMENT_TICK_MS,
  };
}

/** The part of an issue's text that says what is wrong; never the value, which may be a secret. */
function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path[0]?.toString() ?? 'environment'}: ${issue.message}`;
}

/** Whether a setting is missing only because its file cannot be used, which another line says. */
function isExplained(line: string, fileProblems: readonly string[]): boolean {
  const [name = ''] = line.split(':', 1);
  return fileProblems.some((problem) => problem.startsWith(`${name}_FILE:`));
}

/**
 * Reads and validates every setting.
 *
 * In demo mode without `SECRET_KEY`, a random key is made in `DATA_DIR` at the first start and kept there.
 *
 * @throws {ConfigError} naming every missing or malformed setting in one message
 */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const { variables, problems: fileProblems } = withSecretFiles(setVariables(environment));
  const parsed = Settings.safeParse(variables);
  const problems = [
    ...fileProblems,
    ...missingSettings(variables).filter((line) => !isExplained(line, fileProblems)),
    ...unsafeSettings(variables),
    ...(parsed.success ? [] : parsed.error.issues.map(describeIssue)),
  ];
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `The configuration cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  const settings = parsed.data;
  const production = settings.ORIEL_MODE === 'production';
  const dataDir = path.resolve(settings.DATA_DIR);
  return {
    mode: settings.ORIEL_MODE,
    host: settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    dataDir,
    siteFile: settings.SITE_FILE === undefined ? SITE_FILE : path.resolve(settings.SITE_FILE),
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    databaseLimits: {
      lockMs: settings.DATABASE_LOCK_TIMEOUT_MS,
      statementMs: settings.DATABASE_STATEMENT_TIMEOUT_MS,
      idleInTransactionMs: settings.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    },
    trustedProxies: settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    secretKey: settings.SECRET_KEY ?? persistedSecret(path.join(dataDir, 'secret.key')),
    storageDir: path.join(dataDir, 'media'),
    media: {
      photoMaxBytes: settings.PHOTO_MAX_MB * 1024 * 1024,
      videoMaxBytes: settings.VIDEO_MAX_MB * 1024 * 1024,
      ingestsAtOnce: settings.MEDIA_INGESTS_AT_ONCE,
      videoTimeoutMs: settings.FILM_TIMEOUT_SECONDS * 1000,
    },
    accounts: {
      passwordMinLength: settings.PASSWORD_MIN_LENGTH,
      hashesAtOnce: settings.HASHES_AT_ONCE,
      hashCost: HASH_COST,
      hashQueue: settings.HASH_QUEUE,
      signUpsPerIp: settings.SIGN_UPS_PER_ADDRESS,
    },
    referrals: {
      welcomeTokens: settings.REFERRAL_WELCOME_TOKENS,
      newcomerTokens: settings.REFERRAL_NEWCOMER_TOKENS,
      tierTokens: settings.REFERRAL_TIER_TOKENS,
      tierDays: 10,
      validityDays: settings.GIFT_VALIDITY_DAYS,
      visitDays: 30,
      holdDays: { newcomer: settings.REFERRAL_HOLD_DAYS, tier: settings.REFERRAL_TIER_HOLD_DAYS },
      caps: { perDay: settings.REFERRALS_PER_DAY, perMonth: settings.REFERRALS_PER_MONTH },
    },
    formsPerIp: settings.FORMS_PER_ADDRESS,
    retention: {
      leadMonths: settings.LEADS_KEPT_MONTHS,
      formerMemberMonths: settings.LEFT_ADDRESSES_KEPT_MONTHS,
    },
    tokensPerTour: settings.TOKENS_PER_TOUR,
    mail: {
      smtpUrl: settings.SMTP_URL,
      smtpTimeoutMs: SMTP_TIMEOUT_MS,
      smtpRequiresTls: settings.SMTP_URL_INSECURE === undefined && !isLoopbackUrl(settings.SMTP_URL ?? ''),
      from: settings.MAIL_FROM,
      outboxDir: path.join(dataDir, 'outbox'),
    },
    outboxPassword:
      !production && settings.ORIEL_DEMO_PUBLIC ? randomBytes(15).toString('base64url') : undefined,
    jobs: JOBS,
    payments: paymentsOf(settings, production),
    whatsApp:
      settings.WHATSAPP_TOKEN === undefined || settings.WHATSAPP_PHONE_NUMBER_ID === undefined
        ? undefined
        : {
            token: settings.WHATSAPP_TOKEN,
            phoneNumberId: settings.WHATSAPP_PHONE_NUMBER_ID,
            template: settings.WHATSAPP_TEMPLATE,
            language: settings.WHATSAPP_LANGUAGE,
            apiUrl: settings.WHATSAPP_API_URL,
          },
    google:
      settings.GOOGLE_CLIENT_ID && settings.GOOGLE_CLIENT_SECRET
        ? {
            issuer: settings.GOOGLE_ISSUER,
            clientId: settings.GOOGLE_CLIENT_ID,
            clientSecret: settings.GOOGLE_CLIENT_SECRET,
          }
        : undefined,
    demoContent: !production && settings.DEMO_CONTENT === 'on',
    connectionTimeoutMs: settings.CONNECTION_TIMEOUT_SECONDS * 1000,
    headersTimeoutMs: HEADERS_TIMEOUT_MS,
    maxEventLoopDelayMs: settings.MAX_EVENT_LOOP_DELAY_MS,
    responseCacheMs: settings.RESPONSE_CACHE_MS,
    responseCacheBytes: settings.RESPONSE_CACHE_MB * 1024 * 1024,
    apiDocs: settings.API_DOCS === 'on',
    reactionsPerMinute: settings.REACTIONS_PER_MINUTE,
    analytics: { eventsPerMinute: settings.ANALYTICS_EVENTS_PER_MINUTE },
    region: { header: settings.COUNTRY_HEADER, lookupUrl: settings.GEOLOCATION_URL },
  };
}
