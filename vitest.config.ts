import os from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 180_000,
    // Many tests wait for timeouts and other processes, also on two cores.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,viewer,web}/src/**/*.test.{ts,tsx}', 'web/*.test.ts', 'content/**/*.test.ts'],
        },
      },
    ],
  },
});
