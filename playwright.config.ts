import os from 'node:os';
import { defineConfig, devices } from '@playwright/test';

const { ORIEL_URL, STUDIO_URL, CHROMIUM, BROWSER_ENVIRONMENT } = process.env;
if (!ORIEL_URL || !STUDIO_URL || !CHROMIUM) {
  throw new Error(
    'Run the browser tests with `npm run test:browser`: it starts the server and finds a browser.',
  );
}

/**
 * Journeys of pages whose motion is not what is tested. Their visitors ask for less of it, since a software renderer takes a fifth of the
 * CPU time to draw what turns and fades. `unlocks/cards`, `unlocks/card-unlocks` and `journeys/purchase` go the same ways with motion,
 * `site/landing`, `site/living-hero` and `site/offers` look at it.
 */
const STILL = [
  'accounts/**',
  'catalogue/{categories,library,likes,map,search}*',
  'consent/{analytics,attention,choice,third-parties}*',
  'referrals/**',
  'saved/**',
  'site/{community,contact,custom-site,double-clicks,footer,legal,lost-connection,newsletter,pricing,service}*',
  'unlocks/{failures,locked-page,verify-first}*',
  'wallet/**',
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // Tests wait now and then, so two cores have work for three.
  workers: Math.min(4, os.availableParallelism() + 1),
  // A test that needs a second try has a fault, or the product has one.
  retries: 0,
  // Generous, since browser and server share the machine, perhaps with other work.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath: CHROMIUM,
      env: { ...(process.env as Record<string, string>), ...JSON.parse(BROWSER_ENVIRONMENT ?? '{}') },
      // WebGL without a graphics card, and shared memory in files where /dev/shm is small. Playwright's own arguments already
      // keep Chromium from throttling pages in the background.
      args: ['--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
    },
  },
  projects: [
    { name: 'visitors', testIgnore: ['browsers/**', 'studio/**', ...STILL], use: { baseURL: ORIEL_URL } },
    {
      name: 'still',
      testMatch: STILL,
      use: { baseURL: ORIEL_URL, contextOptions: { reducedMotion: 'reduce' } },
    },
    // They change the catalogue that the others count and measure, so they have a server of their own.
    { name: 'studio', testMatch: 'studio/**', use: { baseURL: STUDIO_URL } },
  ],
});
