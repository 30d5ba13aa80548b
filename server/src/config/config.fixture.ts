import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

/** What production requires. */
export const PRODUCTION = {
  ORIEL_MODE: 'production',
  PUBLIC_URL: 'https://tours.example',
  DATABASE_URL: 'postgres://oriel:hunter2@db.example/oriel?sslmode=verify-full',
  SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015',
  SMTP_URL: 'smtps://oriel:hunter2@mail.example',
  MAIL_FROM: 'Oriel Tours <hello@tours.example>',
  RAZORPAY_KEY_ID: 'rzp_live_oriel',
  RAZORPAY_KEY_SECRET: 'hunter2',
  RAZORPAY_WEBHOOK_SECRET: 'hunter22',
};

/** Loads configurations, each test of a file with an empty data folder of its own. */
export function useConfig() {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-config-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const load = (environment: NodeJS.ProcessEnv = {}) => loadConfig({ DATA_DIR: dataDir, ...environment });
  return {
    /** The path of a file in the data folder. */
    pathOf: (name: string) => path.join(dataDir, name),
    load,
    /** Why an environment is refused; empty where it is not. */
    messageOf: (environment: NodeJS.ProcessEnv): string => {
      try {
        load(environment);
      } catch (error) {
        if (error instanceof ConfigError) return error.message;
        throw error;
      }
      return '';
    },
  };
}
