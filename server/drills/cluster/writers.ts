import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../testing/with-database.ts';
import { type Node, PASSWORD, type PostgresCluster } from './postgres-cluster.ts';

const PAUSE_MS = 100;
const TIMEOUT_MS = 2_000;

/** A row that a node has acknowledged. */
interface Acknowledged {
  id: number;
  node: string;
  /** `performance.now()` when the answer was there. */
  at: number;
}

/** Asks each node itself, past HAProxy, to insert rows: only one may ever do so. */
export interface WriterWatch {
  /** How many rows have been acknowledged. */
  readonly count: number;
  /**
   * What happened since a moment of `performance.now()`: the nodes that wrote, one after the other; those that wrote again
   * after another had taken over; and the longest time in which none wrote, in milliseconds.
   */
  turns(since: number): { nodes: string[]; late: string[]; gapMs: number };
  /** Stops asking. */
  stop(): Promise<void>;
  /** How many acknowledged rows are not there. */
  findMissing(): Promise<number>;
}

/** Starts the watch, with a table of its own in PostgreSQL's own database. */
export async function watchWriters(cluster: PostgresCluster): Promise<WriterWatch> {
  const acknowledged: Acknowledged[] = [];
  let isStopping = false;
  let lastId = 0;
  const leader = await cluster.untilWhole(TIMEOUT_MS);
  await cluster.asSuperuser(leader, 'postgres', (client) =>
    client.query('CREATE TABLE drill_writes (id bigint PRIMARY KEY, node text NOT NULL)'),
  );

  /** Inserts rows by one connection until it fails. */
  async function write(node: Node): Promise<void> {
    const options = {
      connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${node.port}/postgres`,
      connectionTimeoutMillis: TIMEOUT_MS,
      // Longer than a partition: an answer that comes late must be seen.
      query_timeout: 60_000,
    };
    await withClient(options, async (client) => {
      while (!isStopping) {
        lastId += 1;
        const id = lastId;
        await client.query('INSERT INTO drill_writes VALUES ($1, $2)', [id, node.name]);
        acknowledged.push({ id, node: node.name, at: performance.now() });
        await sleep(PAUSE_MS);
      }
    });
  }
  const lanes = cluster.nodes.map(async (node) => {
    while (!isStopping) {
      // A standby refuses, a node that is down does not answer.
      await write(node).catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  });
  return {
    get count() {
      return acknowledged.length;
    },
    turns(since) {
      const nodes: string[] = [];
      const late: string[] = [];
      let gapMs = 0;
      let last = since;
      for (const { node, at } of acknowledged) {
        if (at < since) continue;
        gapMs = Math.max(gapMs, at - last);
        last = at;
        if (node === nodes.at(-1)) continue;
        if (nodes.includes(node)) late.push(node);
        nodes.push(node);
      }
      return { nodes, late, gapMs };
    },
    async stop() {
      isStopping = true;
      await Promise.all(lanes);
    },
    async findMissing() {
      const current = await cluster.untilWhole(60_000);
      const { rows } = await cluster.asSuperuser(current, 'postgres', (client) =>
        client.query<{ id: string }>('SELECT id FROM drill_writes'),
      );
      const there = new Set(rows.map(({ id }) => Number(id)));
      return acknowledged.filter(({ id }) => !there.has(id)).length;
    },
  };
}
