import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { accountForPostgres } from '../../src/embedded/account.ts';
import { freePort } from '../../testing/free-port.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { withClient } from '../../testing/with-database.ts';
import { Daemon, waitFor } from './daemon.ts';
import type { Programs } from './programs.ts';
import { fillShipped } from './shipped.ts';

const NODES = [1, 2, 3];
const START_TIMEOUT_MS = 120_000;
const ASK_TIMEOUT_MS = 2_000;
/** Other nodes come from there, so that PostgreSQL needs the rules for them, not the one for its own machine. */
const NETWORK_ADDRESS = '127.0.0.2';
export const PASSWORD = 'loopback-only';

/** A node of the cluster: Patroni with its PostgreSQL. */
export interface Node {
  name: string;
  /** Where clients reach PostgreSQL. */
  port: number;
  /** Where Patroni answers. */
  apiPort: number;
  dataDir: string;
  patroni: Daemon;
  /** The ways that a partition closes: to each member of etcd, and from the other nodes to PostgreSQL and Patroni. */
  links: TcpProxy[];
}

/** A member of `GET /cluster`. */
interface Member {
  name: string;
  role: string;
  state: string;
}

function createFolder(folder: string): string {
  const account = accountForPostgres();
  mkdirSync(folder, { mode: 0o700, recursive: true });
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Three members of etcd. @returns them and their clients' ports */
async function createEtcd({ etcd }: Programs, folder: string) {
  const members = await Promise.all(
    NODES.map(async (number) => ({
      name: `etcd${number}`,
      port: await freePort(),
      peer: `http://127.0.0.1:${await freePort()}`,
    })),
  );
  const daemons = members.map(({ name, port, peer }) => {
    const client = `http://127.0.0.1:${port}`;
    const options = {
      name,
      'data-dir': createFolder(path.join(folder, name)),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': members.map((member) => `${member.name}=${member.peer}`).join(','),
      'initial-cluster-state': 'new',
    };
    return new Daemon({
      file: etcd,
      args: Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]),
      log: path.join(folder, `${name}.log`),
    });
  });
  return { daemons, ports: members.map(({ port }) => port) };
}

/** Resolves when a member has joined the others: before that, Patroni ends at once. */
async function untilEtcdServes(port: number): Promise<void> {
  await waitFor('etcd', START_TIMEOUT_MS, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined);
    const version = (await response?.json()) as { etcdcluster?: string } | undefined;
    return /^\d/.test(version?.etcdcluster ?? '') ? true : undefined;
  });
}

/** Three nodes with `deploy/patroni/patroni.yaml`, and three members of etcd. */
export class PostgresCluster {
  readonly etcd: readonly Daemon[];
  readonly nodes: readonly Node[];

  private constructor(etcd: readonly Daemon[], nodes: readonly Node[]) {
    this.etcd = etcd;
    this.nodes = nodes;
  }

  /** Starts all, and resolves when there is a primary with a synchronous standby, and another standby. */
  static async start(programs: Programs, folder: string): Promise<PostgresCluster> {
    const etcd = await createEtcd(programs, folder);
    const nodes = await Promise.all(
      NODES.map((number) => createNode(programs, folder, `node${number}`, etcd.ports)),
    );
    const cluster = new PostgresCluster(etcd.daemons, nodes);
    try {
      for (const daemon of cluster.etcd) daemon.start();
      await Promise.all(etcd.ports.map(untilEtcdServes));
      for (const { patroni } of nodes) patroni.start();
      await cluster.untilWhole(START_TIMEOUT_MS);
      return cluster;
    } catch (error) {
      const logs = [...cluster.etcd, ...nodes.map(({ patroni }) => patroni)].map(({ log }) => log);
      await cluster.close();
      throw new Error(`the cluster does not start:\n${logs.join('\n')}`, { cause: error });
    }
  }

  /** The node that Patroni calls the leader; undefined while there is none. @param except is not asked */
  async leader(except?: Node): Promise<Node | undefined> {
    for (const node of this.nodes) {
      if (node === except) continue;
      const response = await ask(node, '/primary');
      if (response?.status === 200) return node;
    }
    return undefined;
  }

  /** Resolves when there is a leader, both others stream from it, and one of them is synchronous. @returns the leader */
  async untilWhole(milliseconds: number): Promise<Node> {
    return waitFor('a whole cluster', milliseconds, async () => {
      const leader = await this.leader();
      const response = leader && (await ask(leader, '/cluster'));
      if (response === undefined) return undefined;
      const { members } = response.body as { members: Member[] };
      // Patroni 3 says `running` of a standby that streams, 4 says `streaming`.
      const standbys = members.filter(
        ({ role, state }) => role !== 'leader' && ['running', 'streaming'].includes(state),
      );
      const isSafe = standbys.some(({ role }) => role === 'sync_standby' || role === 'quorum_standby');
      return standbys.length === 2 && isSafe ? leader : undefined;
    });
  }

  /** Asks for an orderly change of the leader. */
  async switchOver(leader: Node): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${leader.apiPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name }),
    });
    if (!response.ok) throw new Error(`Patroni refuses to switch over: ${await response.text()}`);
  }

  /** Kills a node's PostgreSQL at once; its children end by themselves. */
  killPostmaster(node: Node): void {
    process.kill(postmasterOf(node), 'SIGKILL');
  }

  /** Kills a node's Patroni and PostgreSQL at once. */
  async killNode(node: Node): Promise<void> {
    const isDead = node.patroni.kill();
    this.killPostmaster(node);
    await isDead;
  }

  /** Runs statements on a node's own port as the superuser. */
  async asSuperuser<T>(node: Node, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const options = {
      connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${node.port}/${database}`,
      connectionTimeoutMillis: ASK_TIMEOUT_MS,
      query_timeout: ASK_TIMEOUT_MS * 5,
    };
    return withClient(options, work);
  }

  async close(): Promise<void> {
    for (const { links } of this.nodes) for (const link of links) link.thaw();
    await Promise.all(this.nodes.map(({ patroni }) => patroni.stop()));
    for (const node of this.nodes) {
      try {
        this.killPostmaster(node);
      } catch {
        // Patroni has stopped it.
      }
    }
    await Promise.all(this.etcd.map((daemon) => daemon.stop()));
    await Promise.all(this.nodes.flatMap(({ links }) => links.map((link) => link.close())));
  }
}

/** @throws {Error} when it does not run */
function postmasterOf({ name, dataDir }: Node): number {
  const pid = Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  // The file stays when PostgreSQL is killed, and its number may be another process's by now.
  if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir))
    throw new Error(`PostgreSQL of ${name} does not run`);
  return pid;
}

/** Asks a node's Patroni; undefined if it does not answer. */
async function ask({ apiPort }: Node, place: string): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    const response = await fetch(`http://127.0.0.1:${apiPort}${place}`, { signal });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

async function createNode(
  programs: Programs,
  folder: string,
  name: string,
  etcdPorts: readonly number[],
): Promise<Node> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const place = createFolder(path.join(folder, name));
  const dataDir = path.join(place, 'data');
  const toEtcd = await Promise.all(etcdPorts.map((each) => startTcpProxy({ host: '127.0.0.1', port: each })));
  const fromNodes = await startTcpProxy({ host: '127.0.0.1', port, localAddress: NETWORK_ADDRESS });
  const toApi = await startTcpProxy({ host: '127.0.0.1', port: apiPort });
  const configuration = fillShipped('patroni/patroni.yaml', [
    ['name: node1', `name: ${name}`],
    // The ways to etcd are this node's own; by default Patroni would ask etcd for others.
    ['etcd3:\n', 'etcd3:\n  use_proxies: true\n'],
    [
      '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379',
      toEtcd.map((link) => `127.0.0.1:${link.port}`).join(','),
    ],
    ['listen: 10.0.0.11:8008', `listen: 127.0.0.1:${apiPort}`],
    ['connect_address: 10.0.0.11:8008', `connect_address: 127.0.0.1:${toApi.port}`],
    [
      '  listen: 127.0.0.1,10.0.0.11:5432\n',
      `  listen: 127.0.0.1:${port}\n  parameters:\n    unix_socket_directories: ${place}\n`,
    ],
    ['connect_address: 10.0.0.11:5432', `connect_address: 127.0.0.1:${fromNodes.port}`],
    ['10.0.0.0/24', `${NETWORK_ADDRESS}/32`],
    ['/usr/lib/postgresql/17/bin', programs.postgres],
    ['/var/lib/postgresql/17/oriel', dataDir],
    // Archives are what `npm run test:restore` tries.
    ['pgbackrest --stanza=oriel archive-push %p', '/bin/true'],
    ['    - pgbackrest\n', ''],
    ['pgbackrest --stanza=oriel archive-get %f "%p"', '/bin/false'],
  ]);
  const file = path.join(folder, `${name}.yaml`);
  writeFileSync(file, configuration);
  const patroni = new Daemon({
    file: programs.patroni,
    args: [file],
    environment: {
      HOME: place,
      PGPASSFILE: path.join(place, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PATRONI_REWIND_PASSWORD: PASSWORD,
    },
    log: path.join(folder, `${name}.log`),
  });
  return { name, port, apiPort, dataDir, patroni, links: [...toEtcd, fromNodes, toApi] };
}
