// @module-tag processes
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { createDataDir } from '../../testing/data-dir.ts';
import { accountForPostgres } from './account.ts';
import { clusterParent } from './data-folder.ts';
import { POSTGRES_MAJOR, startEmbeddedPostgres } from './postgres.ts';

it('refuses data of another major version, leaves them alone, and says how they come along', async () => {
  const dataDir = createDataDir(inject('templateDataDir'));
  const version = path.join(clusterParent(dataDir, accountForPostgres()), 'cluster', 'PG_VERSION');
  const start = () => startEmbeddedPostgres({ dataDir, durable: false, report: () => undefined });
  try {
    writeFileSync(version, '17\n');
    await expect(start()).rejects.toThrow(
      /belong to PostgreSQL 17, and this release brings 18: .*docs\/operation\/moving\.md/,
    );
    writeFileSync(version, `${POSTGRES_MAJOR}\n`);
    await (await start()).stop();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
