import { availableParallelism } from 'node:os';
import { DEFAULT_TOKENS_REQUIRED, Email, MIN_PASSWORD_LENGTH } from '@oriel/contract';
import { z } from 'zod';
import { REQUEST_LIMITS } from '../database/limits.ts';
import { isLoopbackUrl } from './loopback.ts';
import { areOtlpHeaders } from './otlp-headers.ts';
import { parseS3Url } from './s3-url.ts';

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

const httpOrigin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((text) => URL.canParse(text) && new URL(text).pathname === '/', 'must not have a path')
  .transform((text) => new URL(text).origin);

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine((text) => {
  const { username, password, search, hash } = URL.canParse(text) ? new URL(text) : new URL('http://x');
  return `${username}${password}${search}${hash}` === '';
}, 'must have no user, password, query or fragment');

/** `Name <email>` or just an email. */
const sender = z
  .string()
  .refine((text) => !/\p{Cc}/u.test(text), 'must be one line')
  .transform((text) => {
    const [, name = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
    return { name: name.replaceAll('"', '').trim() || undefined, address: (bracketed ?? text).trim() };
  })
  .refine(({ address }) => z.email().safeParse(address).success, 'must be an address, or Name <address>');

/** The operator's explicit acceptance of a risk. */
const consent = z.literal('yes', 'must be yes or not be set').optional();

/** https, or http to this machine. */
const httpsUrl = z.url({ protocol: /^https?$/, error: 'must be an https address' }).refine((text) => {
  return URL.canParse(text) && (new URL(text).protocol === 'https:' || isLoopbackUrl(text));
}, 'must be an https address');

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });

/** Validates the environment variables one by one; `config.ts` maps them to `Config`. */
export const Settings = z.object({
  ORIEL_MODE: z.enum(['demo', 'production']).default('demo'),
  ORIEL_DEMO_PUBLIC: consent,
  ORIEL_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  STOP_DELAY_MS: wholeNumber(0, 60_000).default(0),
  HOST: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: httpOrigin.optional(),
  MEDIA_URL: httpOrigin.optional(),
  DATA_DIR: z.string().default('./data'),
  SITE_FILE: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_MIGRATION_URL: databaseUrl.optional(),
  MIGRATE_ON_START: z.enum(['on', 'off']).default('on'),
  LEDGER_WHOLE_CHECK: z.enum(['weekly', 'nightly']).default('weekly'),
  DATABASE_URL_INSECURE: consent,
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATABASE_LOCK_TIMEOUT_MS: wholeNumber(100, 60_000).default(REQUEST_LIMITS.lockMs),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(1_000, 600_000).default(REQUEST_LIMITS.statementMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: wholeNumber(1_000, 600_000).default(
    REQUEST_LIMITS.idleInTransactionMs,
  ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(
        z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'must list addresses or ranges' }),
      ),
    ),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  STORAGE_URL: z
    .string()
    .refine((url) => parseS3Url(url) !== undefined, 'must be s3://BUCKET or s3://BUCKET/PREFIX')
    .optional(),
  S3_ENDPOINT: httpOrigin.optional(),
  S3_ENDPOINT_INSECURE: consent,
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a region')
    .default('us-east-1'),
  S3_PATH_STYLE: z.enum(['on', 'off']).optional(),
  S3_ACCESS_KEY_ID: z.string().trim().optional(),
  S3_SECRET_ACCESS_KEY: z.string().trim().optional(),
  S3_TIMEOUT_MS: wholeNumber(100, 60_000).default(5_000),
  PHOTO_MAX_MB: wholeNumber(1, 1024).default(100),
  VIDEO_MAX_MB: wholeNumber(1, 100_000).default(2048),
  PRIVACY_BLUR_URL: httpUrl.optional(),
  PRIVACY_BLUR_URL_INSECURE: consent,
  KEEP_ORIGINALS_DAYS: wholeNumber(1, 3650).default(30),
  PUBLISH_REVIEW: z.enum(['on', 'off']).default('off'),
  WORKSPACE_STORAGE_GB: wholeNumber(1, 1_000_000).default(200),
  MEDIA_INGESTS_AT_ONCE: wholeNumber(1, 32).default(1),
  DEMO_CONTENT: z.enum(['on', 'off']).default('on'),
  FILM_TIMEOUT_SECONDS: wholeNumber(1, 3600).default(30),
  CONNECTION_TIMEOUT_SECONDS: wholeNumber(5, 3600).default(60),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000).default(1_000),
  RESPONSE_CACHE_MS: wholeNumber(0, 2000).default(1000),
  RESPONSE_CACHE_MB: wholeNumber(1, 4096).default(64),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP' }).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().refine(areOtlpHeaders, 'must be NAME=VALUE,NAME=VALUE').optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  API_DOCS: z.enum(['on', 'off']).default('on'),
  CHECK_RESPONSES: z.enum(['on', 'off']).default('off'),
  REACTIONS_PER_MINUTE: wholeNumber(1, 1_000_000).default(120),
  ANALYTICS_EVENTS_PER_MINUTE: wholeNumber(1, 10_000_000).default(6_000),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'must be the name of a header')
    .transform((name) => name.toLowerCase())
    .default('cf-ipcountry'),
  GEOLOCATION_URL: httpsUrl
    .refine((text) => text.includes('{ip}'), 'must have {ip} in the place of the address')
    .optional(),
  TOKENS_PER_TOUR: wholeNumber(1, 1_000_000).default(DEFAULT_TOKENS_REQUIRED),
  OWNER_EMAIL: Email.optional(),
  PASSWORD_MIN_LENGTH: wholeNumber(MIN_PASSWORD_LENGTH, 64).default(MIN_PASSWORD_LENGTH),
  HASHES_AT_ONCE: wholeNumber(1, 256).default(availableParallelism()),
  HASH_QUEUE: wholeNumber(1, 100_000).default(96),
  SIGN_UPS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(20),
  LEADS_KEPT_MONTHS: wholeNumber(1, 1200).default(24),
  LEFT_ADDRESSES_KEPT_MONTHS: wholeNumber(1, 1200).default(24),
  FORMS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(10),
  GIFT_VALIDITY_DAYS: wholeNumber(1, 36_500).default(365),
  REFERRAL_WELCOME_TOKENS: wholeNumber(1, 1_000_000).default(100),
  REFERRAL_NEWCOMER_TOKENS: wholeNumber(1, 1_000_000).default(100),
  REFERRAL_TIER_TOKENS: wholeNumber(1, 1_000_000).default(150),
  REFERRAL_HOLD_DAYS: wholeNumber(0, 365).default(0),
  REFERRAL_TIER_HOLD_DAYS: wholeNumber(0, 365).default(7),
  REFERRALS_PER_DAY: wholeNumber(0, 1_000_000).default(10),
  REFERRALS_PER_MONTH: wholeNumber(0, 1_000_000).default(50),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  SMTP_URL_INSECURE: consent,
  MAIL_FROM: sender.optional(),
  WHATSAPP_TOKEN: z.string().optional(),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/, 'must be a number').optional(),
  WHATSAPP_TEMPLATE: z.string().default('sign_in_code'),
  WHATSAPP_LANGUAGE: z.string().default('en'),
  WHATSAPP_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
    .default('https://graph.facebook.com/v23.0'),
  RAZORPAY_KEY_ID: z.string().regex(/^\w+$/, 'must be a key id').optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().min(8, 'must have at least 8 characters').optional(),
  PAYMENT_MISMATCH_HOURS: wholeNumber(1, 8760).default(48),
  RAZORPAY_API: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  ALLOW_TEST_PAYMENTS: z.literal('1', 'must be 1 or not be set').optional(),
  RAZORPAY_CHECKOUT_SCRIPT: z.url({ protocol: /^https$/, error: 'must be an https address' }).optional(),
  RAZORPAY_TIMEOUT_MS: wholeNumber(100, 20_000).default(4_000),
  GOOGLE_CLIENT_ID: z.string().trim().optional(),
  GOOGLE_CLIENT_SECRET: z.string().trim().optional(),
  GOOGLE_ISSUER: httpsUrl.default('https://accounts.google.com'),
});

export type Settings = z.output<typeof Settings>;

const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SECRET_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
] as const;
const GATEWAY_SECRETS = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
/** Settings that are only useful together. */
const BELONG_TOGETHER = [
  ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const;

/** One line per missing variable. */
export function missingSettings(variables: Record<string, string>): string[] {
  const isMissing = (name: string) => variables[name] === undefined;
  const required = variables.ORIEL_MODE === 'production' ? REQUIRED_IN_PRODUCTION.filter(isMissing) : [];
  // The sandbox's secrets are public: with them, webhooks of a real gateway could be forged.
  const isSandboxSecret = variables.ORIEL_MODE !== 'production' && !isMissing('RAZORPAY_API');
  const gateway = isSandboxSecret ? GATEWAY_SECRETS.filter(isMissing) : [];
  const bucket =
    isMissing('STORAGE_URL') || !isMissing('S3_ACCESS_KEY_ID') || !isMissing('S3_SECRET_ACCESS_KEY')
      ? []
      : ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const incomplete = BELONG_TOGETHER.filter((names) => !names.every(isMissing)).flatMap((names) =>
    names
      .filter(isMissing)
      .map((name) => `${name}: is required with ${names.filter((other) => other !== name).join(', ')}`),
  );
  // The embedded database serves a single process.
  const needsServer = [
    ...(isMissing('DATABASE_MIGRATION_URL') ? [] : ['DATABASE_MIGRATION_URL']),
    ...(['web', 'worker'].includes(variables.ORIEL_ROLE ?? '') ? ['ORIEL_ROLE'] : []),
  ];
  const database =
    isMissing('DATABASE_URL') && !required.includes('DATABASE_URL')
      ? needsServer.map((name) => `DATABASE_URL: is required with ${name}`)
      : [];
  return [
    ...required.map((name) => `${name}: is required in production`),
    ...gateway.map((name) => `${name}: is required with RAZORPAY_API`),
    ...database,
    ...bucket.map((name) => `${name}: is required with STORAGE_URL`),
    ...incomplete,
  ];
}
