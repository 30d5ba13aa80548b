import { defineConfig } from '@playwright/test';
import { BROWSERS, type Engine } from './installed.ts';

const { ORIEL_URL } = process.env;
if (!ORIEL_URL) throw new Error('Run these tests with `npm run test:browsers`, which starts the server.');

export default defineConfig<object, { engine: Engine }>({
  testDir: '.',
  outputDir: '../../test-results/browsers',
  workers: 1,
  retries: 0,
  // These browsers draw in software, on the machine that runs the server.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: { baseURL: ORIEL_URL },
  projects: BROWSERS.filter(({ isInstalled }) => isInstalled()).map(({ project }) => ({
    name: project,
    use: { engine: project },
  })),
});
