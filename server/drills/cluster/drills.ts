import { setTimeout as sleep } from 'node:timers/promises';
import { type Daemon, waitFor } from './daemon.ts';
import { crowd } from './many-clients.ts';
import type { Aftermath, Drill, Scene } from './scene.ts';
import type { ClusterSite, Place } from './site.ts';
import { refusingBucket, slowDatabase } from './slow-parts.ts';

const TAKEOVER_TIMEOUT_MS = 90_000;
/** How long something stays broken that does not end by itself. */
const BROKEN_MS = 15_000;
/** A killed postmaster's processes end soon after it; until then a standby may still take what a commit waits for. */
const DYING_MS = 500;
/** Longer than the site's own patience with PostgreSQL. */
const STALL_MS = 20_000;
/** As `RestartSec` of the units in `deploy/systemd`. */
const PROCESS_RESTART_MS = 1_000;
/** The default of systemd, which Debian's units keep. */
const DAEMON_RESTART_MS = 100;

/** Kills a program that is started again at once, as a service is. */
const restarted = (title: string, limitSeconds: number, pick: (site: ClusterSite) => Daemon): Drill => ({
  title,
  limitSeconds,
  async harm({ site }) {
    const daemon = pick(site);
    await daemon.kill();
    await sleep(DAEMON_RESTART_MS);
    daemon.start();
    return {};
  },
});

/** Kills a process of Oriel that is started again, as a service is. */
const killedProcess = (title: string, place: Place): Drill => ({
  title,
  limitSeconds: 1,
  async harm({ site }) {
    await site.killProcess(place);
    await sleep(PROCESS_RESTART_MS);
    await site.startProcess(place);
    return {};
  },
});

/** Nothing may be acknowledged without a second copy, and what needs none goes on. */
async function loseStandbys({ site, load, writers, leader }: Scene): Promise<Aftermath> {
  const standbys = site.cluster.nodes.filter((node) => node !== leader);
  await Promise.all(standbys.map((node) => site.cluster.killNode(node)));
  await sleep(DYING_MS);
  const rows = writers.count;
  const answered = load.answers.counts.answered;
  await sleep(BROKEN_MS);
  const problems: string[] = [];
  if (writers.count > rows) problems.push(`${writers.count - rows} rows were acknowledged without a standby`);
  if (load.answers.counts.answered === answered) problems.push('no request was answered without a standby');
  for (const { patroni } of standbys) patroni.start();
  return { since: performance.now(), problems };
}

/** The site goes on without its files, says so to operators, and finds them again. */
async function silenceBucket({ site }: Scene): Promise<Aftermath> {
  await site.untilStorageIs('available');
  site.toBucket.freeze();
  await Promise.all([site.untilStorageIs('unavailable'), sleep(BROKEN_MS)]);
  return {
    async restore() {
      site.toBucket.thaw();
      await site.untilStorageIs('available');
    },
  };
}

/** By the name that `--drills` takes, in the order of a whole run. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  'killed-postmaster': {
    title: "the primary's postmaster is killed",
    limitSeconds: 10,
    async harm({ site, leader }) {
      site.cluster.killPostmaster(leader);
      return {};
    },
  },
  'killed-node': {
    title: "the primary's Patroni and PostgreSQL are killed",
    limitSeconds: 30,
    async harm({ site, leader }) {
      await site.cluster.killNode(leader);
      return { restore: async () => leader.patroni.start() };
    },
  },
  switchover: {
    title: 'Patroni is asked for another primary',
    limitSeconds: 5,
    async harm({ site, leader }) {
      await site.cluster.switchOver(leader);
      return {};
    },
  },
  partition: {
    title: 'the primary is cut off from etcd and the other nodes, but not from the site',
    limitSeconds: 35,
    async harm({ site, leader }) {
      for (const link of leader.links) link.freeze();
      await waitFor('another primary', TAKEOVER_TIMEOUT_MS, () => site.cluster.leader(leader));
      return {
        async restore() {
          for (const link of leader.links) link.thaw();
        },
      };
    },
  },
  'killed-standbys': {
    title: 'both standbys are killed, and start again',
    limitSeconds: 30,
    harm: loseStandbys,
  },
  'killed-web': killedProcess('one of three web processes is killed', 'web 2'),
  'killed-worker': killedProcess('the worker is killed', 'worker'),
  'killed-pgbouncer': restarted('PgBouncer is killed and restarts', 1, ({ pgbouncer }) => pgbouncer),
  'killed-haproxy': restarted('HAProxy is killed and restarts', 1, ({ haproxy }) => haproxy),
  'killed-etcd': restarted('one of three members of etcd is killed and restarts', 1, ({ cluster }) => {
    const [member] = cluster.etcd;
    if (member === undefined) throw new Error('there is no etcd');
    return member;
  }),
  'silent-bucket': {
    title: `the bucket does not answer for ${BROKEN_MS / 1000} s`,
    limitSeconds: 1,
    harm: silenceBucket,
  },
  'refusing-bucket': {
    title: 'the bucket answers 503, then 403',
    limitSeconds: 1,
    harm: refusingBucket,
  },
  'reset-connections': {
    title: 'all connections to the primary are reset',
    limitSeconds: 3,
    async harm({ site }) {
      site.toPrimary.reset();
      return {};
    },
  },
  'stalled-database': {
    title: `the primary says nothing for ${STALL_MS / 1000} s`,
    limitSeconds: 5,
    async harm({ site }) {
      site.toPrimary.freeze();
      await sleep(STALL_MS);
      site.toPrimary.thaw();
      return { since: performance.now() };
    },
  },
  'slow-database': {
    title: 'each round trip to the primary takes 50 ms longer, then 500 ms',
    limitSeconds: 5,
    harm: slowDatabase,
  },
  'many-clients': {
    title: '200 clients share the pool of PgBouncer',
    limitSeconds: 1,
    harm: crowd,
  },
};
