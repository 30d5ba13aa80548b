import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../src/database/database.ts';
import { checkWhole } from '../src/ledger/whole.ts';
import { prepareDatabase } from '../src/prepare-database.ts';
import { readSite } from '../src/site/site.ts';
import { runDrillProgram } from '../testing/drill-command.ts';
import { withDatabase } from '../testing/with-database.ts';
import { type BackedUpCluster, startBackedUpCluster } from './backed-up-cluster.ts';

/** Of the machine that is lost, this much of the last writes may go: `archive_timeout`. */
const MAX_LOST_SECONDS = 60;
/** So long writes arrive before the machine is lost: at least one segment is archived by its age. */
const WRITING_MS = 75_000;
const PAUSE_MS = 100;

/** An acknowledged write. */
interface Acknowledged {
  id: string;
  at: number;
}

/** A new member with granted tokens, in one transaction. @returns the member's id */
async function insertMember(db: Db): Promise<string> {
  const id = `m_${randomBytes(16).toString('base64url')}`;
  await inTransaction(db, async (tx) => {
    const email = `${id}@example.org`.toLowerCase();
    await tx.insertInto('members').values({ id, email, first_name: 'Sample' }).execute();
    const cause = `manual:drill:${id}`;
    await sql`SELECT grant_tokens(${id}, 'bonus', 100, now() + interval '90 days', ${cause})`.execute(tx);
  });
  return id;
}

/** Members who are given tokens, one after the other, until the time is over. */
async function write(db: Db, milliseconds: number): Promise<Acknowledged[]> {
  const written: Acknowledged[] = [];
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(PAUSE_MS))
    written.push({ id: await insertMember(db), at: Date.now() });
  return written;
}

/** Once recovery has ended: the members who are there. A ledger that is not sound is an error. */
async function readBack(db: Db): Promise<Set<string>> {
  const isRecovering = async () =>
    (await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(db)).rows[0]?.is;
  while (await isRecovering()) await sleep(200);
  const violations = (await checkWhole(db)) ?? [];
  const [first] = violations;
  if (first !== undefined)
    throw new Error(
      `${violations.length} rows break a rule: ${first.rule}, ${first.where}: ${first.problem}`,
    );
  return new Set((await db.selectFrom('members').select('id').execute()).map(({ id }) => id));
}

/** Back to one second before a table was dropped: nothing from before that second may be missing. @returns how many writes are back */
async function undoDroppedTable(cluster: BackedUpCluster): Promise<number> {
  let dropped = 0;
  const written = await withDatabase(cluster.connectionString, async (db) => {
    const acknowledged = await write(db, 5_000);
    await sleep(1_500);
    dropped = Date.now();
    await sql`DROP TABLE members CASCADE`.execute(db);
    await sql`SELECT pg_switch_wal()`.execute(db);
    return acknowledged;
  });
  await sleep(3_000);
  cluster.lose();
  cluster.restore(new Date(dropped - 1_000));
  const there = await withDatabase(cluster.connectionString, readBack);
  const missing = written.filter(({ id }) => !there.has(id));
  if (missing.length > 0)
    throw new Error(`${missing.length} of ${written.length} acknowledged writes are missing`);
  return written.length;
}

/** The machine is lost with all of its files. @returns the seconds of writes that are lost with it */
async function replaceLostMachine(cluster: BackedUpCluster): Promise<number> {
  cluster.backUp();
  const written = await withDatabase(cluster.connectionString, (db) => write(db, WRITING_MS));
  const lostAt = Date.now();
  cluster.lose();
  cluster.restore();
  const there = await withDatabase(cluster.connectionString, readBack);
  const firstMissing = written.findIndex(({ id }) => !there.has(id));
  if (firstMissing >= 0 && written.slice(firstMissing).some(({ id }) => there.has(id)))
    throw new Error('a write is there that is later than a missing one');
  const last = firstMissing < 0 ? lostAt : (written[firstMissing]?.at ?? lostAt);
  return (lostAt - last) / 1000;
}

/** `npm run test:restore`. @returns whether nothing was lost that must not be */
async function main(): Promise<boolean> {
  const cluster = await startBackedUpCluster();
  try {
    await prepareDatabase({ connectionString: cluster.connectionString, site: readSite() });
    cluster.backUp();
    const began = performance.now();
    const back = await undoDroppedTable(cluster);
    const lost = await replaceLostMachine(cluster);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(
      `${seconds} s: ${back} writes before a dropped table are back, the ledger is sound; ` +
        `a lost machine takes ${lost.toFixed(1)} s of writes with it (limit ${MAX_LOST_SECONDS})`,
    );
    return lost <= MAX_LOST_SECONDS;
  } finally {
    cluster.close();
  }
}

await runDrillProgram(main);
