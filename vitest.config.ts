import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take about ten seconds and more, the slowest first: started last, one would run on alone. */
const SLOWEST = [
  'studio-media/studio-media',
  'src/main',
  'privacy-checks/privacy-checks',
  'studio-media/work',
  'share-links/share-links',
  'studio-tours/withdrawal',
  'chaos/chaos',
  'demo/load',
  'studio-media/refusals',
  'database/cluster-start',
  'dev/dev',
  'gateways/storage-s3',
  'payments/crash',
  'studio-tours/visibility',
  'studio-media/crash',
  'mail/delivery',
  'http/fuzz',
  'operator/backup',
  'operator/database-move',
  'src/processes',
  'media/faces',
  'database/pooler',
  'chaos/kill-points',
  'payments/outage',
  'analytics/crash',
  'leads/outage',
  'reconciliation/gateway-books',
  'catalogue/read-with-the-row',
  'sessions/session-cache',
  'receipts/receipts',
  'uploads/uploads',
  'passwords/limits',
  'catalogue/member-lists',
  'webhooks/webhook',
  'media/ingest',
  'media/thumbnails',
  'embedding/embedding',
  'oidc/oidc',
  'ledger/check',
  'src/regular-expressions',
  'http/slow-readers',
];

/** How many of the longest files come before; the others follow by project, in the order of the base. */
function rank({ moduleId, project }: TestSpecification): number {
  const index = SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  if (index >= 0) return index;
  // A worker is used again as long as the next file is of the same project.
  return SLOWEST.length + (project.name === 'server' ? 0 : 1);
}

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // Importing the application takes longer than most files' tests, so the files of a worker share it. Nothing is mocked
    // by module; what a test replaces for a moment is put back by itself.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // A file has a tag by `// @module-tag` at its beginning.
    tags: [
      {
        name: 'processes',
        description:
          'starts servers, databases, commands or the programs that read media; `npm run test:quick` does not',
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Many tests wait for timeouts and other processes, so two cores have work for four. Each worker loads the whole application.
    maxWorkers: Math.max(4, os.availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          // The second creates its databases in the folder of the first.
          globalSetup: ['scripts/testing/memory-setup.ts', 'server/testing/global-setup.ts'],
          // As the server runs: Node loads its sources, and libraries leave out their checks for developers. Both take less
          // time than Vite's modules and React's development build.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          env: { NODE_ENV: 'production' },
        },
      },
      {
        extends: true,
        // Outside of a browser its package leads to another implementation.
        resolve: {
          alias: {
            'tus-js-client': fileURLToPath(
              new URL('node_modules/tus-js-client/lib.esm/browser/index.js', import.meta.url),
            ),
          },
        },
        test: {
          name: 'unit',
          server: { deps: { inline: [/tus-js-client/] } },
          include: [
            '{contract,viewer,web}/src/**/*.test.{ts,tsx}',
            'web/*.test.ts',
            'bench/**/*.test.ts',
            'content/**/*.test.ts',
            'docs/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
