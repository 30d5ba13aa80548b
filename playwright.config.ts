import os from 'node:os';
import { defineConfig, devices } from '@playwright/test';

const { ORIEL_URL, CHROMIUM, BROWSER_ENVIRONMENT } = process.env;
if (!ORIEL_URL || !CHROMIUM) {
  throw new Error(
    'Run the browser tests with `npm run test:browser`: it starts the server and finds a browser.',
  );
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: Math.min(4, os.availableParallelism()),
  // On two busy cores, browser and server are late at times. The closing count names tests that needed the second try.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: ORIEL_URL,
    // Recording is slow, so only second tries are recorded.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: CHROMIUM,
      env: { ...(process.env as Record<string, string>), ...JSON.parse(BROWSER_ENVIRONMENT ?? '{}') },
      // WebGL without a graphics card, and shared memory in files where /dev/shm is small. Playwright's own arguments already
      // keep Chromium from throttling pages in the background.
      args: ['--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
    },
  },
});
