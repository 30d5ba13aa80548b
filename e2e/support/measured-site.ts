import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openDatabase } from '../../server/src/database/database.ts';
import { connectionStringOf, startServer } from '../../server/testing/server-process.ts';
import { button, cookieSettings } from './consent.ts';
import { test as base } from './fixtures.ts';

/** Where the site's analytics service is; no such company exists, so tests answer in its place. */
export const TAG_ADDRESS = 'https://analytics.example/tag.js';

const SITE_FILE = new URL('../../content/site.json', import.meta.url);

/** An event as the server has stored it. */
export interface StoredEvent {
  session_id: string;
  page_name: string;
  event_type: string;
  browser: string | null;
  user_agent: string | null;
  device: string | null;
  referrer: string | null;
  meta: Record<string, unknown> | null;
  happened_at: Date;
}

/** A separate site without tours and other visitors, with an analytics service, and what its server has stored. */
export interface MeasuredSite {
  url: string;
  /** Views and clicks in the order in which they happened. */
  events(): Promise<StoredEvent[]>;
  /** The choices about cookies, as events and as evidence, the last ones first. */
  choices(): Promise<{ events: StoredEvent[]; evidence: Record<string, unknown>[] }>;
  /** Deletes all of it. */
  clear(): Promise<void>;
}

const COLUMNS = [
  'session_id',
  'page_name',
  'event_type',
  'browser',
  'user_agent',
  'device',
  'referrer',
  'meta',
  'happened_at',
] as const;

async function startSite(): Promise<MeasuredSite & { stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-measured-'));
  await chmod(folder, 0o755);
  const siteFile = path.join(folder, 'site.json');
  const site = JSON.parse(await readFile(SITE_FILE, 'utf8'));
  await writeFile(siteFile, JSON.stringify({ ...site, analytics: { script: TAG_ADDRESS } }));
  const dataDir = path.join(folder, 'data');
  const server = await startServer(dataDir, { SITE_FILE: siteFile });
  const db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 1 });
  return {
    url: server.url,
    events: () =>
      db
        .selectFrom('analytics_events')
        .select(COLUMNS)
        .where('event_type', '!=', 'cookie_consent')
        .orderBy('happened_at')
        .execute(),
    choices: async () => ({
      events: await db
        .selectFrom('analytics_events')
        .select(COLUMNS)
        .where('event_type', '=', 'cookie_consent')
        .orderBy('happened_at', 'desc')
        .execute(),
      evidence: await db.selectFrom('consent_records').selectAll().orderBy('decided_at', 'desc').execute(),
    }),
    async clear() {
      await db.deleteFrom('analytics_events').execute();
      await db.deleteFrom('consent_records').execute();
    },
    async stop() {
      await db.destroy();
      server.child.kill('SIGTERM');
      await server.exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Withdraws all consent. A script cannot be removed from a page, so every page that had the service's is reloaded. */
export async function withdraw(page: Page, others: Page[] = []): Promise<void> {
  const fresh = [page, ...others].map((each) => each.waitForEvent('load'));
  await cookieSettings(page).click();
  await button(page, 'Reject all').click();
  await Promise.all(fresh);
}

/** As the usual `test`, on a site whose visitors are measured. The service's script is answered: it counts its own runs. */
export const test = base.extend<{ tagRequests: string[] }, { site: MeasuredSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  hasChosenCookies: false,
  tagRequests: [
    async ({ context, site }, use) => {
      await site.clear();
      const requests: string[] = [];
      await context.route('https://analytics.example/**', (route) => {
        requests.push(route.request().url());
        return route.fulfill({
          contentType: 'text/javascript',
          body: 'window.tagRuns = (window.tagRuns ?? 0) + 1;',
        });
      });
      await use(requests);
    },
    { auto: true },
  ],
});
