import pg from 'pg';
import { type Config, loadConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { BACKGROUND_LIMITS } from '../database/limits.ts';
import { requireMigrated } from '../database/migrations.ts';
import { type BorrowedDatabase, embeddedDatabase, startedDatabase } from '../embedded/configured-database.ts';
import { hasDatabase } from '../embedded/running.ts';
import { checkWhole } from '../ledger/whole.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { readSite } from '../site/site.ts';
import { CommandError, runCommand } from './command.ts';
import { countConnections, isUnused, moveDatabase } from './database-move/move-database.ts';

const USAGE = `Usage: npm run database:move -- FROM TO

Copies the whole database to another PostgreSQL, and compares counts, checksums and the ledger on both sides. FROM and TO are

  embedded          the embedded database in DATA_DIR; as TO it is created
  postgresql://…    a database of another PostgreSQL; the password may come from PGPASSWORD or ~/.pgpass

TO must be empty, or prepared and never used. Stop all processes of Oriel first. FROM stays as it is. The command may be
interrupted and repeated: TO gets everything or nothing.`;

interface Place extends BorrowedDatabase {
  /** Without its password. */
  label: string;
}

function labelOf(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url);
  return `postgresql://${username && `${username}@`}${searchParams.get('host') ?? host}${pathname}`;
}

async function openEmbedded({ dataDir }: Config, isCreated: boolean): Promise<BorrowedDatabase> {
  return isCreated && !hasDatabase(dataDir) ? startedDatabase(dataDir) : embeddedDatabase(dataDir);
}

/** Opens one side, and requires that it can be reached. */
async function open(name: 'FROM' | 'TO', text: string, config: Config): Promise<Place> {
  if (text === 'embedded')
    return {
      label: `the embedded database in ${config.dataDir}`,
      ...(await openEmbedded(config, name === 'TO')),
    };
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) throw new CommandError(USAGE);
  const label = labelOf(text);
  const client = new pg.Client({ connectionString: text, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new CommandError(`${name} (${label}) cannot be reached: ${(error as Error).message}.`);
  });
  await client.end();
  return { label, connectionString: text, release: async () => undefined };
}

/** Requires that the whole ledger obeys its rules. */
async function requireSound(connectionString: string, sentence: string): Promise<void> {
  const db = openDatabase({ connectionString, poolSize: 1, limits: BACKGROUND_LIMITS });
  try {
    await requireMigrated(db);
    const violations = (await checkWhole(db)) ?? [];
    const [first] = violations;
    if (first !== undefined)
      throw new CommandError(
        `${sentence} ${violations.length} rows break a rule of the ledger: ${first.where}: ${first.problem}.`,
      );
  } finally {
    await db.destroy();
  }
}

async function analyze(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'oriel move' });
  await client.connect();
  try {
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

async function move(from: Place, to: Place, config: Config): Promise<string> {
  for (const [name, place] of [
    ['FROM', from],
    ['TO', to],
  ] as const) {
    const connections = await countConnections(place.connectionString);
    if (connections > 0)
      throw new CommandError(
        `Oriel uses ${name} (${connections} connections). Stop all its processes first.`,
      );
  }
  if (!(await isUnused(to.connectionString)))
    throw new CommandError(
      `TO (${to.label}) is in use. Name an empty database; nothing is ever overwritten.`,
    );
  const began = performance.now();
  const { tables, rows, sequences } = await moveDatabase(from.connectionString, to.connectionString, {
    check: () => requireSound(from.connectionString, 'Nothing was moved:'),
    async prepare() {
      const { connectionString } = to;
      await prepareDatabase({ connectionString, site: readSite(config.siteFile), jobs: config.jobs });
    },
    report: (line) => console.error(line),
  });
  await requireSound(to.connectionString, 'TO has everything, and must not be used:');
  await analyze(to.connectionString);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return `${rows} rows of ${tables} tables and ${sequences} sequences are in ${to.label}, equal by count and checksum; the ledger is sound on both sides (${seconds} s).`;
}

await runCommand(async (words) => {
  const [source, target, ...rest] = words;
  if (source === undefined || target === undefined || rest.length > 0) throw new CommandError(USAGE);
  if (source === 'embedded' && target === 'embedded') throw new CommandError(USAGE);
  const config = loadConfig(process.env);
  const from = await open('FROM', source, config);
  try {
    const to = await open('TO', target, config);
    try {
      const result = await move(from, to, config);
      const next = target === 'embedded' ? 'Unset DATABASE_URL' : 'Set DATABASE_URL to TO';
      return `${result}\n${next} and start Oriel. FROM is as it was: no process may use it any more.`;
    } finally {
      await to.release();
    }
  } finally {
    await from.release();
  }
});
