import { setTimeout as sleep } from 'node:timers/promises';
import { respondWith } from '../../testing/fault-proxy.ts';
import { waitFor } from '../cluster/daemon.ts';
import type { AlertDrill } from './drill.ts';
import { type AlertSite, OTHER_RELEASE } from './site.ts';
import { signUp } from './traffic.ts';

/** More than a drill sends. */
const REFUSED_REQUESTS = 100_000;
/** As many as open a circuit, and one. */
const FAILING_MAILS = 6;
const JOB_TIMEOUT_MS = 30_000;

/** A process has ended. */
export const DOWN: AlertDrill = {
  title: 'process killed',
  alerts: ['OrielDown'],
  async harm({ site }) {
    await site.endProcess('web2', 'SIGKILL');
    return () => site.startProcess('web2');
  },
};

/** A deployment has stopped half way. */
export const MIXED_VERSIONS: AlertDrill = {
  title: 'process of another release',
  alerts: ['OrielMixedVersions'],
  fireTimeoutMs: 240_000,
  async harm({ site }) {
    await site.replaceProcess('web2', OTHER_RELEASE);
    return () => site.replaceProcess('web2');
  },
};

/** The bucket takes no request of ours any more. */
export const STORAGE: AlertDrill = {
  title: 'keys of the bucket refused',
  alerts: ['OrielStorageUnavailable'],
  async harm({ site: { toBucket } }) {
    toBucket.faults.push(...Array.from({ length: REFUSED_REQUESTS }, () => respondWith(403)));
    return async () => {
      toBucket.faults.length = 0;
    };
  },
};

/** Nothing listens where mails go. */
export const MAIL_SERVER_DOWN: AlertDrill = {
  title: 'mail server stopped',
  alerts: ['OrielServiceRefused'],
  async harm({ site }) {
    await site.stopMailServer();
    for (let count = 0; count < FAILING_MAILS; count += 1) await signUp(site.url('web1'));
    return async () => {
      await site.startMailServer();
      // The circuit rests for five seconds; a mail must come later.
      await sleep(6_000);
      await signUp(site.url('web1'));
    };
  },
};

/** Makes each mail that waits for another attempt do its last one now, as after a day. @returns whether there was one */
async function tryForTheLastTime(site: AlertSite): Promise<boolean> {
  const { rowCount } = await site.asSuperuser((client) =>
    client.query(
      `UPDATE pgboss.job SET retry_count = retry_limit, start_after = now() WHERE name = 'mail' AND state = 'retry'`,
    ),
  );
  return (rowCount ?? 0) > 0;
}

/** A mail is refused until nobody tries again. */
export const MAIL_REFUSED: AlertDrill = {
  title: 'mail refused, job aged by a day',
  alerts: ['OrielJobsGivenUp'],
  async harm({ site }) {
    site.refusesMails = true;
    await signUp(site.url('web1'));
    await waitFor('a refused mail', JOB_TIMEOUT_MS, async () => (await tryForTheLastTime(site)) || undefined);
    return async () => {
      site.refusesMails = false;
    };
  },
};

/** Nobody does jobs and periodic tasks. */
export const NO_WORKER: AlertDrill = {
  title: 'worker killed, job and task aged by minutes',
  alerts: ['OrielJobsOverdue', 'OrielTasksStopped'],
  async harm({ site }) {
    await site.endProcess('worker', 'SIGKILL');
    await signUp(site.url('web1'));
    await site.asSuperuser(async (client) => {
      await client.query(
        `UPDATE pgboss.job SET start_after = start_after - interval '5 minutes' WHERE name = 'mail' AND state = 'created'`,
      );
      await client.query(`UPDATE periodic_tasks SET claimed_at = claimed_at - interval '10 minutes'`);
    });
    return () => site.startProcess('worker');
  },
};
