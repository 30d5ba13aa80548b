import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockedTours } from '../../testing/apps/wallet-app.ts';
import { freePort } from '../../testing/free-port.ts';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { insertMembers } from '../../testing/members.ts';
import { inTransaction } from '../database/database.ts';
import { changeCatalogue, createExperiences } from '../features/catalogue/service.ts';
import { completeCheck } from '../ledger/check-store.ts';
import { createLog } from '../log.ts';

let test: TestApp;
let origin: string;
let metricsPort: number;
let headers: { authorization: string };
const logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  metricsPort = await freePort();
  const log = createLog('debug', { write: (line) => logged.push(JSON.parse(line)) });
  test = await createTestApp({ config: { metricsPort, responseCacheMs: 2000 }, log });
  await changeCatalogue(test.db, test.app.responseCache, (tx) => createExperiences(tx, lockedTours(1)));
  origin = await test.listen();
  const [member] = await insertMembers(test.db, test.config, 1);
  headers = { authorization: `Bearer ${member?.token}` };
});
afterAll(() => test?.close());

/** Scrapes. @returns the value of a sample by its name and labels, in the order of the response; 0 without one */
async function scrape(): Promise<(sample: string) => number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const lines = (await response.text()).split('\n');
  return (sample) => Number(lines.find((line) => line.startsWith(`${sample} `))?.slice(sample.length) ?? 0);
}

const visit = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${origin}${path}`, init);
  await response.arrayBuffer();
  return response.status;
};

it('the memory and the use of the caches are served on a separate port', async () => {
  const caches = ['guests', 'members', 'sessions', 'member_states', 'tours'];
  const metrics = async () => {
    const value = await scrape();
    return (name: string, cache: string) => value(`oriel_cache_${name}{cache="${cache}"}`);
  };
  const before = await metrics();
  for (const cache of caches) expect(before('bytes', cache)).toBe(0);
  // All at once, since entries last two seconds; and a member's state is reused only where nothing is committed meanwhile,
  // by other tests neither.
  const use = async () => {
    for (let count = 0; count < 3; count += 1)
      await visit('/api/vr360/locked-0/access', { method: 'POST', headers });
    for (let count = 0; count < 3; count += 1) {
      for (const shared of ['/api/vr360', '/api/categories']) {
        await visit(shared);
        await visit(shared, { headers });
      }
    }
    const after = await metrics();
    const isUsed = (cache: string) =>
      after('bytes', cache) > 100 && after('hits_total', cache) >= 1 && after('fills_total', cache) >= 1;
    return caches.map((cache) => [cache, isUsed(cache), after('entries', cache)] as const);
  };
  await expect.poll(use, { timeout: 120_000, interval: 0 }).toEqual([
    ['guests', true, 2],
    ['members', true, 2],
    ['sessions', true, 1],
    ['member_states', true, 1],
    ['tours', true, 1],
  ]);
  const elsewhere = await fetch(`http://127.0.0.1:${metricsPort}/api/vr360`);
  expect(elsewhere.status).toBe(404);
  expect(await visit('/metrics')).toBe(404);
});

it('requests are counted by the pattern of their route, cached ones too', async () => {
  const requests = (value: (sample: string) => number, route: string, status: number, source: string) =>
    value(`oriel_http_requests_total{method="GET",route="${route}",status="${status}",source="${source}"}`);
  const lasting = (value: (sample: string) => number, route: string) =>
    value(`oriel_http_request_duration_seconds_count{method="GET",route="${route}"}`);
  const before = await scrape();
  for (const init of [{}, { headers }]) {
    for (let count = 0; count < 20; count += 1) expect(await visit('/api/tags?q=1', init)).toBe(200);
  }
  await visit('/api/vr360/locked-0');
  await visit('/api/vr360/no-such-tour?token=secret');
  await visit('/api/vr360/%00');
  await visit('/api/nothing/here');
  const after = await scrape();
  const added = (...sample: [route: string, status: number, source: string]) =>
    requests(after, ...sample) - requests(before, ...sample);
  expect(added('/api/tags', 200, 'cache') + added('/api/tags', 200, 'handler')).toBe(40);
  expect(added('/api/tags', 200, 'cache')).toBeGreaterThan(20);
  expect(lasting(after, '/api/tags') - lasting(before, '/api/tags')).toBe(40);
  expect(after('oriel_http_request_duration_seconds_bucket{method="GET",route="/api/tags",le="+Inf"}')).toBe(
    lasting(after, '/api/tags'),
  );
  expect(added('/api/vr360/:id', 200, 'handler')).toBe(1);
  expect(added('/api/vr360/:id', 404, 'handler')).toBe(1);
  expect(added('/api/vr360/:id', 400, 'handler')).toBe(1);
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  for (const sent of ['no-such-tour', 'secret', 'locked-0', 'nothing/here'])
    expect(text, sent).not.toContain(sent);
});

it('pools, jobs, checks of the ledger and the process are measured', async () => {
  await inTransaction(test.db, (tx) =>
    test.app.dependencies.jobs.add(tx, 'mail', { kind: 'already-a-member', email: 'anna@example.org' }),
  );
  await completeCheck(test.db, 'recent', 3, 'weekly');
  test.app.log.error({ alert: true }, 'a line that needs a person');
  // What is read from the database is shared by all scrapes within five seconds.
  await expect
    .poll(async () => (await scrape())('oriel_jobs{queue="mail",state="waiting"}'), { timeout: 15_000 })
    .toBe(1);
  const value = await scrape();
  expect(value('oriel_job_overdue_seconds{queue="mail"}')).toBeGreaterThan(0);
  expect(value('oriel_job_overdue_seconds{queue="mail"}')).toBeLessThan(60);
  expect(value('oriel_ledger_findings{check="recent"}')).toBe(3);
  expect(value('oriel_ledger_checked_timestamp_seconds{check="recent"}')).toBeGreaterThan(1.7e9);
  expect(value('oriel_pool_connections_max{pool="requests"}')).toBeGreaterThan(0);
  expect(value('oriel_database_up')).toBe(1);
  expect(value('oriel_database_read_only')).toBe(0);
  expect(value('oriel_storage_up')).toBe(1);
  expect(value('oriel_alert_log_lines_total')).toBeGreaterThan(0);
  expect(value('oriel_data_free_bytes')).toBeGreaterThan(0);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(value('oriel_build_info{version="0.1.0",role="all",mode="demo"}')).toBe(1);
});

const ROOT = path.resolve(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

it('alerts and dashboards name only metrics that exist', async () => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const existing = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const files = globSync(
    ['deploy/prometheus/*.yaml', 'deploy/grafana/*.json', 'docs/operation/alerts/*.md'],
    { cwd: ROOT },
  );
  expect(files.length).toBeGreaterThan(20);
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w-])(?:oriel|process|nodejs)_\w+(?![\w(*])/g)]
      .map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''))
      .filter((name) => !existing.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('each alert has a page of its own', () => {
  const alerts = [...read('deploy/prometheus/oriel.rules.yaml').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  const pages = globSync('docs/operation/alerts/*.md', { cwd: ROOT }).map((file) =>
    path.basename(file, '.md'),
  );
  expect(pages.filter((name) => name !== 'README').toSorted()).toEqual(alerts.toSorted());
  const list = read('docs/operation/alerts/README.md');
  for (const name of alerts) {
    expect(list).toContain(`[${name}](${name}.md)`);
    expect(read('deploy/prometheus/oriel.rules.yaml')).toContain(`runbook: docs/operation/alerts/${name}.md`);
    expect(read('deploy/prometheus/oriel.test.yaml')).toContain(`alertname: ${name}\n`);
  }
});

it('log lines name the trace that a request belongs to', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await visit('/api/nothing', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
  await visit('/api/nothing', { headers: { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` } });
  await visit('/api/nothing', { headers: { traceparent: '"; drop' } });
  const lines = logged.filter(({ req }) => (req as { url?: string } | undefined)?.url === '/api/nothing');
  expect(lines).toHaveLength(3);
  expect(lines.map((line) => line.traceId)).toEqual([traceId, undefined, undefined]);
  expect(lines[0]?.spanId).toBe('00f067aa0ba902b7');
});

it('the port is closed with the application', async () => {
  await test.app.close();
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow();
});
