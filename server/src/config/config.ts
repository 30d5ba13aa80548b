import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { z } from 'zod';
import { type DatabaseLimits, REQUEST_LIMITS } from '../database/limits.ts';
import type { WholeCheck } from '../ledger/check-store.ts';
import {
  type AccountsConfig,
  accountsOf,
  type GoogleConfig,
  googleOf,
  type ReferralsConfig,
  referralsOf,
} from './accounts.ts';
import { type MailConfig, mailOf, type WhatsAppConfig, whatsAppOf } from './messaging.ts';
import { type PaymentsConfig, paymentsOf } from './payments.ts';
import { persistedSecret } from './persisted-secret.ts';
import { withSecretFiles } from './secret-files.ts';
import { missingSettings, Settings } from './settings.ts';
import { unsafeSettings } from './settings-safety.ts';
import { type S3Access, type S3Config, s3AccessOf, s3Of } from './storage.ts';
import { type TracingConfig, tracingOf } from './tracing.ts';

/** Limits for ingested photos and videos. */
export interface MediaConfig {
  photoMaxBytes: number;
  videoMaxBytes: number;
  /** How many files are processed at the same time. */
  ingestsAtOnce: number;
  /** How long probing a video may take. */
  videoTimeoutMs: number;
  /** How long the encoder of AVIF searches for smaller files, from 0 to 9. */
  avifEffort: number;
  /** Where a service that blurs people and number plates is; undefined where there is none. */
  blurServiceUrl: string | undefined;
}

/** Recovery of failed jobs. */
export interface JobsConfig {
  /** The first delay before a retry, which doubles with each failure. */
  retrySeconds: number;
  /** The interval of looking for jobs whose process has died. */
  superviseSeconds: number;
}

/** All settings, read from the environment and validated once at the start. */
export interface Config {
  mode: 'demo' | 'production';
  /** `web` leaves jobs and periodic tasks to processes that are `worker` or `all`. */
  role: 'all' | 'web' | 'worker';
  /** How long a stopping process still accepts connections while it reports that it is not ready. */
  stopDelayMs: number;
  host: string;
  port: number;
  /** The public origin of the site, without a trailing slash. */
  publicUrl: string;
  /** The origin of media where they have a host of their own, such as a content delivery network's. */
  mediaUrl: string | undefined;
  /** The absolute path of the folder for all data on disk. */
  dataDir: string;
  /** The absolute path of the site configuration; the files that it names are beside it. */
  siteFile: string;
  /** Undefined starts the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** How migrations reach the database past a pooler; undefined is the same way as requests. */
  databaseMigrationUrl: string | undefined;
  /** Whether a start brings the database to this release; otherwise `npm run migrate` has done so. */
  migrateOnStart: boolean;
  /** How often the whole ledger is checked. */
  ledgerWholeCheck: WholeCheck;
  /** The maximum number of connections for requests. */
  databasePoolSize: number;
  /** The timeouts of database work in requests. */
  databaseLimits: DatabaseLimits;
  /** IPs and ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Signs the URLs of gated media; the same for all processes of an installation. */
  secretKey: string;
  /** The absolute path of the folder for media files, unless they are in a bucket. */
  storageDir: string;
  /** The bucket for media files; undefined keeps them in `storageDir`. */
  s3: S3Config | undefined;
  /** How buckets are reached, also where none is in use. */
  s3Access: S3Access | undefined;
  media: MediaConfig;
  /** How many bytes a workspace may hold, unless its row says otherwise. */
  workspaceBytes: number;
  /** Whether reviewers look at tours before they are published. */
  reviewsTours: boolean;
  accounts: AccountsConfig;
  /** Is mailed the link for the owner of the installation while it has none. */
  ownerEmail: string | undefined;
  referrals: ReferralsConfig;
  /** Submissions of all forms (contact, newsletter, enrolment, quote, help) per IP in an hour. */
  formsPerIp: number;
  retention: {
    /** Of form submissions. */
    leadMonths: number;
    /** Of the email digests of former members. */
    formerMemberMonths: number;
    /** Of files as they were uploaded into workspaces. */
    originalDays: number;
  };
  /** The default price of locked tours. */
  tokensPerTour: number;
  /** Undefined disables Google sign-in. */
  google: GoogleConfig | undefined;
  mail: MailConfig;
  /** Protects `/demo/mail` in a demo that other machines can reach; new at each start. */
  outboxPassword: string | undefined;
  jobs: JobsConfig;
  payments: PaymentsConfig;
  /** Undefined disables codes by WhatsApp. */
  whatsApp: WhatsAppConfig | undefined;
  /** Whether the demo tours are loaded that the catalogue lacks. */
  demoContent: boolean;
  /** How long a connection may be without progress during a request. */
  connectionTimeoutMs: number;
  /** How long a client may take to send the headers of a request. */
  headersTimeoutMs: number;
  /** Requests are refused above this delay of the event loop; 0 disables load shedding. */
  maxEventLoopDelayMs: number;
  /** The lifetime of cached responses for guests; 0 disables the cache. */
  responseCacheMs: number;
  /** The memory limit of cached responses. */
  responseCacheBytes: number;
  /** Serves metrics; undefined does not. */
  metricsPort: number | undefined;
  /** The IP that the port of metrics listens on. */
  metricsHost: string;
  /** Where spans of OpenTelemetry are sent; undefined records none. */
  tracing: TracingConfig | undefined;
  /** Whether the API documentation is public. */
  apiDocs: boolean;
  /** Whether each response is validated by the contract; a violation is a 500. */
  checkResponses: boolean;
  /** Views and likes per IP in a minute. */
  reactionsPerMinute: number;
  analytics: {
    /** Per IP and process. */
    eventsPerMinute: number;
  };
  /** How the country of visitors is determined. */
  region: {
    /** The header in which a trusted proxy sends the country, in lower case. */
    header: string;
    /** The URL of a geolocation service with `{ip}` in it; undefined disables look-ups. */
    lookupUrl: string | undefined;
  };
}

/** The environment is invalid; the message names every missing or malformed setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The variables that are set; empty ones count as not set. */
function setVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );
}

const HEADERS_TIMEOUT_MS = 10_000;
export const JOBS: JobsConfig = { retrySeconds: 5, superviseSeconds: 10 };

/** The site configuration of the project. */
const SITE_FILE = path.resolve(import.meta.dirname, '../../../content/site.json');

/** Describes an issue without the value, which may be a secret. */
function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path[0]?.toString() ?? 'environment'}: ${issue.message}`;
}

/** Whether a setting is missing only because its file cannot be read, which another line reports. */
function isExplained(line: string, fileProblems: readonly string[]): boolean {
  const [name = ''] = line.split(':', 1);
  return fileProblems.some((problem) => problem.startsWith(`${name}_FILE:`));
}

/**
 * Reads and validates every setting.
 *
 * In demo mode without `SECRET_KEY`, a random key is created in `DATA_DIR` at the first start.
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
    role: settings.ORIEL_ROLE,
    stopDelayMs: settings.STOP_DELAY_MS,
    host: settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    mediaUrl: settings.MEDIA_URL,
    dataDir,
    siteFile: settings.SITE_FILE === undefined ? SITE_FILE : path.resolve(settings.SITE_FILE),
    databaseUrl: settings.DATABASE_URL,
    databaseMigrationUrl: settings.DATABASE_MIGRATION_URL,
    migrateOnStart: settings.MIGRATE_ON_START === 'on',
    ledgerWholeCheck: settings.LEDGER_WHOLE_CHECK,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    databaseLimits: {
      ...REQUEST_LIMITS,
      lockMs: settings.DATABASE_LOCK_TIMEOUT_MS,
      statementMs: settings.DATABASE_STATEMENT_TIMEOUT_MS,
      idleInTransactionMs: settings.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    },
    trustedProxies: settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    secretKey: settings.SECRET_KEY ?? persistedSecret(path.join(dataDir, 'secret.key')),
    storageDir: path.join(dataDir, 'media'),
    s3: s3Of(settings),
    s3Access: s3AccessOf(settings),
    media: {
      photoMaxBytes: settings.PHOTO_MAX_MB * 1024 * 1024,
      videoMaxBytes: settings.VIDEO_MAX_MB * 1024 * 1024,
      ingestsAtOnce: settings.MEDIA_INGESTS_AT_ONCE,
      videoTimeoutMs: settings.FILM_TIMEOUT_SECONDS * 1000,
      // Takes half the time of 2 for the same bytes (measured).
      avifEffort: 1,
      blurServiceUrl: settings.PRIVACY_BLUR_URL,
    },
    reviewsTours: settings.PUBLISH_REVIEW === 'on',
    workspaceBytes: settings.WORKSPACE_STORAGE_GB * 1024 ** 3,
    accounts: accountsOf(settings),
    ownerEmail: settings.OWNER_EMAIL,
    referrals: referralsOf(settings),
    formsPerIp: settings.FORMS_PER_ADDRESS,
    retention: {
      leadMonths: settings.LEADS_KEPT_MONTHS,
      formerMemberMonths: settings.LEFT_ADDRESSES_KEPT_MONTHS,
      originalDays: settings.KEEP_ORIGINALS_DAYS,
    },
    tokensPerTour: settings.TOKENS_PER_TOUR,
    mail: mailOf(settings, dataDir),
    outboxPassword:
      !production && settings.ORIEL_DEMO_PUBLIC ? randomBytes(15).toString('base64url') : undefined,
    jobs: JOBS,
    payments: paymentsOf(settings, production),
    whatsApp: whatsAppOf(settings),
    google: googleOf(settings),
    demoContent: !production && settings.DEMO_CONTENT === 'on',
    connectionTimeoutMs: settings.CONNECTION_TIMEOUT_SECONDS * 1000,
    headersTimeoutMs: HEADERS_TIMEOUT_MS,
    maxEventLoopDelayMs: settings.MAX_EVENT_LOOP_DELAY_MS,
    responseCacheMs: settings.RESPONSE_CACHE_MS,
    responseCacheBytes: settings.RESPONSE_CACHE_MB * 1024 * 1024,
    metricsPort: settings.METRICS_PORT,
    metricsHost: settings.METRICS_HOST,
    tracing: tracingOf(settings),
    apiDocs: settings.API_DOCS === 'on',
    checkResponses: settings.CHECK_RESPONSES === 'on',
    reactionsPerMinute: settings.REACTIONS_PER_MINUTE,
    analytics: { eventsPerMinute: settings.ANALYTICS_EVENTS_PER_MINUTE },
    region: { header: settings.COUNTRY_HEADER, lookupUrl: settings.GEOLOCATION_URL },
  };
}
