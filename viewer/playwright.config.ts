import { existsSync } from 'node:fs';
import os from 'node:os';
import { defineConfig } from '@playwright/test';

const { CHROMIUM, BROWSER_ENVIRONMENT } = process.env;
const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));
const executablePath = CHROMIUM ?? installed;

// A test runs with the renderer in a worker and on the main thread, unless its tag names one of them: see the README.
export default defineConfig({
  testDir: 'test',
  globalSetup: './test/prepare.ts',
  outputDir: '../test-results/viewer',
  // Generous, since the machine that runs them draws without a GPU and may have other work.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // Tests wait for a quiet screen and quiet requests, so two cores have work for three, as in the configuration at the root.
  workers: Math.min(4, os.availableParallelism() + 1),
  // As there.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 640, height: 360 },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      env: { ...(process.env as Record<string, string>), ...JSON.parse(BROWSER_ENVIRONMENT ?? '{}') },
      args: [
        // WebGL without a graphics card.
        '--enable-unsafe-swiftshader',
        '--disable-dev-shm-usage',
        // As visitors' browsers have it; automation switches it off.
        '--autoplay-policy=document-user-activation-required',
      ],
    },
  },
  projects: [
    { name: 'worker', grepInvert: /@main\b/, metadata: { renderer: 'worker' } },
    { name: 'main', grepInvert: /@worker\b/, metadata: { renderer: 'main' } },
  ],
});
