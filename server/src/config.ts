import path from 'node:path';
import { z } from 'zod';
import { persistedSecret } from './persisted-secret.ts';

/** What is taken in of pictures and films. */
export interface MediaConfig {
  photoMaxBytes: number;
  videoMaxBytes: number;
  /** How many files are worked on at the same time. */
  ingestsAtOnce: number;
  /** How long looking into a film may take. */
  filmTimeoutMs: number;
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
  /** The PostgreSQL to use; undefined starts the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** The most connections that this process opens. */
  databasePoolSize: number;
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Signs the addresses of gated media; the same for every process of an installation. */
  secretKey: string;
  /** Where the files of tours are kept; absolute. */
  storageDir: string;
  media: MediaConfig;
  /** Whether an empty catalogue is filled with the demo tours. */
  demoContent: boolean;
  /** How long answers for guests are kept in the process, in milliseconds. */
  responseCacheMs: number;
  /** The most memory that kept answers take, in bytes. */
  responseCacheBytes: number;
  /** Views and likes that one address may send in a minute. */
  reactionsPerMinute: number;
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

const Settings = z.object({
  ORIEL_MODE: z.enum(['demo', 'production']).default('demo'),
  HOST: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: httpOrigin.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
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
  PHOTO_MAX_MB: wholeNumber(1, 1024).default(100),
  VIDEO_MAX_MB: wholeNumber(1, 100_000).default(2048),
  MEDIA_INGESTS_AT_ONCE: wholeNumber(1, 32).default(1),
  DEMO_CONTENT: z.enum(['on', 'off']).default('on'),
  FILM_TIMEOUT_SECONDS: wholeNumber(1, 3600).default(30),
  RESPONSE_CACHE_MS: wholeNumber(0, 2000).default(1000),
  RESPONSE_CACHE_MB: wholeNumber(1, 4096).default(64),
  REACTIONS_PER_MINUTE: wholeNumber(1, 1_000_000).default(120),
});

const REQUIRED_IN_PRODUCTION = ['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY'] as const;

function missingSettings(variables: Record<string, string>): string[] {
  if (variables.ORIEL_MODE !== 'production') return [];
  return REQUIRED_IN_PRODUCTION.filter((name) => variables[name] === undefined).map(
    (name) => `${name}: is required in production`,
  );
}

/** The part of an issue's text that says what is wrong; never the value, which may be a secret. */
function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path[0]?.toString() ?? 'environment'}: ${issue.message}`;
}

/**
 * Reads and validates every setting.
 *
 * In demo mode without `SECRET_KEY`, a random key is made in `DATA_DIR` at the first start and kept there.
 *
 * @throws {ConfigError} naming every missing or malformed setting in one message
 */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = setVariables(environment);
  const parsed = Settings.safeParse(variables);
  const problems = [
    ...missingSettings(variables),
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
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    trustedProxies: settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    secretKey: settings.SECRET_KEY ?? persistedSecret(path.join(dataDir, 'secret.key')),
    storageDir: path.join(dataDir, 'media'),
    media: {
      photoMaxBytes: settings.PHOTO_MAX_MB * 1024 * 1024,
      videoMaxBytes: settings.VIDEO_MAX_MB * 1024 * 1024,
      ingestsAtOnce: settings.MEDIA_INGESTS_AT_ONCE,
      filmTimeoutMs: settings.FILM_TIMEOUT_SECONDS * 1000,
    },
    demoContent: !production && settings.DEMO_CONTENT === 'on',
    responseCacheMs: settings.RESPONSE_CACHE_MS,
    responseCacheBytes: settings.RESPONSE_CACHE_MB * 1024 * 1024,
    reactionsPerMinute: settings.REACTIONS_PER_MINUTE,
  };
}
