import { loadConfig } from '../config/config.ts';
import { configuredDatabase } from '../embedded/configured-database.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { readSite } from '../site/site.ts';
import { CommandError, runCommand } from './command.ts';

const USAGE = `Usage: npm run migrate

Brings the database to this release: migrations, SQL functions, the tables of jobs, new plans. A start does the same, unless
MIGRATE_ON_START=off. It uses DATABASE_MIGRATION_URL, else DATABASE_URL, else the embedded database in DATA_DIR.`;

await runCommand(async (words) => {
  if (words.length > 0) throw new CommandError(USAGE);
  const config = loadConfig(process.env);
  const { connectionString, release } = await configuredDatabase(config);
  try {
    const applied = await prepareDatabase({
      connectionString: config.databaseMigrationUrl ?? connectionString,
      site: readSite(config.siteFile),
      jobs: config.jobs,
    });
    return applied.length === 0 ? 'The database was up to date.' : `Applied: ${applied.join(', ')}.`;
  } finally {
    await release();
  }
});
