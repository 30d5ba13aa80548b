import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { summarise } from '../database/statement-spans.ts';
import { createSmtpMailer } from '../gateways/mail-smtp.ts';
import { createLog } from '../log.ts';
import { startTracing } from './open-telemetry.ts';
import { isTracing } from './tracing.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Export {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}

const bodies: string[] = [];
const received: { path: string | undefined; key: string | string[] | undefined }[] = [];
/** Takes spans as collectors do: OTLP over HTTP, in JSON. */
const receiver = createServer(async (request, response) => {
  received.push({ path: request.url, key: request.headers['x-key'] });
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  bodies.push(body);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

const exported = () => bodies.map((body) => JSON.parse(body) as Export);
const spans = () =>
  exported().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const attributesOf = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const EMAIL = 'anna.traced@example.org';
const logged: Record<string, unknown>[] = [];
let test: TestApp;
let status: number[];
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/v1/traces`;
  const log = createLog('debug', { write: (line) => logged.push(JSON.parse(line)) });
  const stop = startTracing({ url, headers: { 'x-key': 'hunter2' } }, log, 'web');
  // Nobody listens there.
  const mailer = createSmtpMailer(
    'smtp://127.0.0.1:1',
    { name: 'Oriel', address: 'a@oriel.example' },
    { requireTls: false },
  );
  test = await createTestApp({ log, mailer, config: { responseCacheMs: 2000 } });
  const origin = await test.listen();
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, 'content-type': 'application/json', origin };
  const visit = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}${path}`, init);
    await response.arrayBuffer();
    return response.status;
  };
  status = [
    await visit('/api/leads?token=query-secret', {
      method: 'POST',
      headers,
      body: JSON.stringify({ kind: 'newsletter', email: EMAIL }),
    }),
    await visit('/api/vr360/no-such-tour?otp=query-secret', {
      headers: { authorization: 'Bearer header-secret' },
    }),
    await visit('/api/tags'),
    await visit('/api/tags'),
  ];
  await test.doJobs();
  await stop();
}, 120_000);
afterAll(async () => {
  await test?.close();
  receiver.closeAllConnections();
  receiver.close();
});

const ofTrace = (traceId: string) => spans().filter((span) => span.traceId === traceId);

describe('spans', () => {
  it('name the pattern of a request and belong to the trace of its log line', () => {
    expect(status).toEqual([expect.toSatisfy((code: number) => code < 300), 401, 200, 200]);
    const request = ofTrace(TRACE).find(({ kind }) => kind === 2);
    expect(request).toMatchObject({ name: 'POST /api/leads', parentSpanId: CALLER });
    expect(request && attributesOf(request)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/leads',
      'oriel.source': 'handler',
    });
    const line = logged.find(({ traceId, msg }) => traceId === TRACE && msg === 'request');
    expect(line).toMatchObject({ spanId: request?.spanId });
  });

  it('begin a trace where a client names none, and log its id', () => {
    const request = spans().find(({ name }) => name === 'GET /api/vr360/:id');
    expect(request?.parentSpanId).toBeFalsy();
    expect(logged.some(({ traceId }) => traceId === request?.traceId)).toBe(true);
  });

  it('name statements without their values, within the request', () => {
    const trace = ofTrace(TRACE);
    const insert = trace.find(({ name }) => name.startsWith('INSERT '));
    expect(insert && attributesOf(insert)).toMatchObject({ 'db.system.name': 'postgresql' });
    expect(trace.map(({ spanId }) => spanId)).toContain(insert?.parentSpanId);
  });

  it('follow a request into its job, and to the service that the job calls', () => {
    const trace = ofTrace(TRACE);
    const job = trace.find(({ name }) => name === 'job mail');
    const request = trace.find(({ kind }) => kind === 2);
    expect(job).toMatchObject({ kind: 5, status: { code: 2 } });
    expect(job?.parentSpanId).toBe(request?.spanId);
    const call = trace.find(({ name }) => name === 'smtp');
    expect(call).toMatchObject({ kind: 3, parentSpanId: job?.spanId, status: { code: 2 } });
    expect(call && attributesOf(call)).toMatchObject({ 'error.type': 'ESOCKET', 'peer.service': 'smtp' });
  });

  it('tell cached responses from others', () => {
    const sources = spans()
      .filter(({ name }) => name === 'GET /api/tags')
      .map((span) => attributesOf(span)['oriel.source']);
    expect(sources).toContain('handler');
    expect(sources).toContain('cache');
  });

  it('contain nothing of a visitor, and go to the receiver with its key', () => {
    const text = bodies.join('\n');
    for (const secret of [
      EMAIL,
      'anna',
      'query-secret',
      'header-secret',
      'no-such-tour',
      'hunter2',
      '127.0.0.1',
    ])
      expect(text, secret).not.toContain(secret);
    expect(received[0]).toEqual({ path: '/v1/traces', key: 'hunter2' });
    const [first] = exported();
    expect(first && attributesOf(first.resourceSpans[0]?.resource ?? { attributes: [] })).toMatchObject({
      'service.name': 'oriel',
      'oriel.role': 'web',
    });
    expect(isTracing()).toBe(false);
  });
});

describe('summarise', () => {
  it.each([
    ['select "a" from "members" as "m" inner join "sessions" on true', 'SELECT members sessions'],
    ['insert into "likes" ("a") values ($1) on conflict do update set "a" = $2', 'INSERT likes'],
    [
      'SELECT extract(epoch FROM created_at) FROM orders WHERE a IS DISTINCT FROM b FOR UPDATE SKIP LOCKED',
      'SELECT orders',
    ],
    ['-- from comments\nUPDATE "pgboss"."job" SET data = $1', 'UPDATE pgboss.job'],
    ['WITH gone AS (DELETE FROM codes RETURNING 1) SELECT count(*) FROM gone', 'WITH codes gone'],
    ['', 'QUERY'],
  ])('of %s is %s', (text, summary) => {
    expect(summarise(text).summary).toBe(summary);
  });
});
