import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertDrill, Scene } from './drill.ts';
import { repeat, signUp } from './traffic.ts';

/** Longer than a request that is not slow, and shorter than it waits for a lock. */
const HELD_MS = 1_400;
const FREE_MS = 150;
/** A table that lists of tours need, and no metric does. */
const TOURS = 'experiences';

/** PostgreSQL does not run. */
export const DATABASE_DOWN: AlertDrill = {
  title: 'PostgreSQL stopped',
  alerts: ['OrielDatabaseUnavailable'],
  async harm({ site }) {
    await site.stopDatabase();
    return () => site.startDatabase();
  },
};

/** The server refuses changes, as a standby does, or a managed one whose disk is full. */
export const READ_ONLY: AlertDrill = {
  title: 'PostgreSQL made read-only',
  alerts: ['OrielDatabaseReadOnly'],
  async harm({ site }) {
    await site.set('default_transaction_read_only', 'on');
    return () => site.set('default_transaction_read_only');
  },
};

/** Commits need a standby, and there is none. */
export const NO_STANDBY: AlertDrill = {
  title: 'synchronous standby missing',
  alerts: ['OrielCommitsWait'],
  async harm({ site }) {
    await site.set('synchronous_standby_names', `'missing'`);
    const members = repeat(() => signUp(site.url('web1')), { lanes: 2 });
    return async () => {
      await site.set('synchronous_standby_names');
      await members.stop();
    };
  },
};

/** A table that a route needs is gone. */
export const ERRORS: AlertDrill = {
  title: 'table of a route renamed',
  alerts: ['OrielErrorsFast', 'OrielErrorsSlow'],
  async harm({ site }) {
    const rename = (from: string, to: string) =>
      site.asSuperuser((client) => client.query(`ALTER TABLE ${from} RENAME TO ${to}`));
    await rename(TOURS, `${TOURS}_away`);
    return async () => {
      await rename(`${TOURS}_away`, TOURS);
    };
  },
};

/** Holds what a statement locks in a transaction of its own. @returns what releases it */
async function hold({ site }: Scene, statement: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const work = site.asSuperuser(async (client) => {
    await client.query(`BEGIN; ${statement}`);
    held.resolve();
    await released.promise;
    await client.query('ROLLBACK');
  });
  await Promise.race([held.promise, work]);
  return async () => {
    released.resolve();
    await work;
  };
}

const lockTours = (scene: Scene) => hold(scene, `LOCK TABLE ${TOURS} IN ACCESS EXCLUSIVE MODE`);

/** Somebody holds a lock that requests wait for. */
export const LOCKED: AlertDrill = {
  title: 'table locked',
  alerts: ['OrielPoolExhausted'],
  harm: lockTours,
};

/** Requests wait for a lock, but not for long enough to be refused. */
export const SLOW: AlertDrill = {
  title: `table locked for ${HELD_MS} ms again and again`,
  alerts: ['OrielSlowRequests'],
  async harm(scene) {
    const locks = repeat(
      async () => {
        const release = await lockTours(scene);
        await sleep(HELD_MS);
        await release();
      },
      { lanes: 1, pauseMs: FREE_MS },
    );
    return () => locks.stop();
  },
};

/** Makes a check of the ledger due. */
async function requestCheck({ site }: Scene, name: 'recent' | 'whole'): Promise<void> {
  await site.asSuperuser((client) =>
    client.query(`UPDATE ledger_checks SET next_at = now() - interval '1 second' WHERE name = $1`, [name]),
  );
}

/** Wallets were changed by hand. */
export const LEDGER_BROKEN: AlertDrill = {
  title: 'wallet changed by hand',
  alerts: ['OrielLedgerBroken', 'OrielAlertLogged'],
  async harm(scene) {
    const add = async (tokens: number) => {
      await scene.site.asSuperuser((client) =>
        client.query(`SET session_replication_role = replica; UPDATE wallets SET topup = topup + ${tokens}`),
      );
      await requestCheck(scene, 'whole');
    };
    await add(1);
    return () => add(-1);
  },
};

/** The check of the ledger does not come to its end, because another process that hangs has it. */
export const LEDGER_UNCHECKED: AlertDrill = {
  title: 'check held up, its last end aged by three hours',
  alerts: ['OrielLedgerUnchecked'],
  async harm(scene) {
    const release = await hold(scene, 'SELECT FROM ledger_check_progress FOR UPDATE');
    await scene.site.asSuperuser((client) =>
      client.query(
        `UPDATE ledger_checks SET completed_at = now() - interval '3 hours' WHERE name = 'recent'`,
      ),
    );
    await requestCheck(scene, 'recent');
    return async () => {
      await release();
      await requestCheck(scene, 'recent');
    };
  },
};
