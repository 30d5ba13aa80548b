// @module-tag processes
import { rmSync } from 'node:fs';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { createDataDir } from '../../../testing/data-dir.ts';
import {
  connectionStringOf,
  postgresPid,
  type ServerProcess,
  startServer,
} from '../../../testing/server-process.ts';
import { openDatabase } from '../../database/database.ts';
import { cookieOf, VIEW } from './analytics.fixture.ts';

const dataDir = createDataDir(inject('templateDataDir'));
let server: ServerProcess | undefined;
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.exit;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends events on several connections until the server dies. @returns the sessions of acknowledged events */
function keepSending(url: string, name: string, connections: number) {
  const acknowledged: string[] = [];
  const headers = { 'content-type': 'application/json', ...cookieOf(true) };
  const sendOn = async (number: number) => {
    for (let count = 0; ; count += 1) {
      const session = `${name}-${number}-${count}`;
      const body = JSON.stringify([
        { ...VIEW, session_id: session },
        { ...VIEW, session_id: session, event_type: 'click' },
      ]);
      try {
        const response = await fetch(`${url}/api/analytics/events`, { method: 'POST', headers, body });
        if (response.ok) acknowledged.push(session);
        await response.arrayBuffer();
      } catch {
        return;
      }
    }
  };
  const done = Promise.all(Array.from({ length: connections }, (_, number) => sendOn(number)));
  return { acknowledged, done };
}

it.each(['the server', 'the server and PostgreSQL'])(
  'no acknowledged event is lost by a kill -9 of %s',
  { timeout: 240_000 },
  async (target) => {
    server = await startServer(dataDir, { ANALYTICS_EVENTS_PER_MINUTE: '10000000' });
    const { acknowledged, done } = keepSending(server.url, target.replaceAll(' ', '-'), 12);
    // Some are acknowledged, and each connection has a request in flight.
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(150), { timeout: 120_000 });
    if (target !== 'the server') process.kill(postgresPid(dataDir), 'SIGKILL');
    server.child.kill('SIGKILL');
    await done;
    await server.exit;

    server = await startServer(dataDir);
    const db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 1 });
    const rows = await db
      .selectFrom('analytics_events')
      .select(['session_id', db.fn.countAll<number>().as('events')])
      .groupBy('session_id')
      .execute();
    await db.destroy();
    const events = new Map(rows.map(({ session_id, events }) => [session_id, events]));
    expect(acknowledged.filter((session) => events.get(session) !== 2)).toEqual([]);
    // Events of one request are stored together or not at all.
    expect([...events.values()].filter((count) => count !== 2)).toEqual([]);
    server.child.kill('SIGTERM');
    await server.exit;
  },
);
