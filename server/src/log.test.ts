import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/index.ts';
import { createLog, loggableUrl } from './log.ts';

/** The limit of Node's HTTP server for the headers of a request, including its target. */
const HEADER_BYTES = 16 * 1024;
/** Ascending, so that a slow expression fails early instead of stalling the run for minutes. */
const LENGTHS = [1_000, 2_000, 4_000, HEADER_BYTES - 500];
const HOSTILE = ['?key', '&code', '%3F', '?', '&', '=', '?otp=', '&user', '%3Ftoken%3D', '?next=%3Ftoken'];

let test: TestApp;
let url: string;
const lines: string[] = [];
beforeAll(async () => {
  test = await createTestApp({
    log: createLog('info', { write: (line) => void lines.push(line) }),
    config: { logLevel: 'info' },
  });
  url = await test.listen();
});
afterAll(() => test.close());

const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** The best of three, in milliseconds, to ignore pauses of the machine. */
function fastest(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

it.each(HOSTILE)('redacts 16 kB of %s within milliseconds', (text) => {
  for (const length of LENGTHS) {
    const target = `/api/x?${fill(text, length)}`;
    expect(fastest(() => loggableUrl(target))).toBeLessThan(20);
    expect(loggableUrl(target).length).toBeLessThan(5_000);
  }
});

it('does not delay other requests while hostile targets are logged', async () => {
  for (const length of LENGTHS) {
    const before = lines.length;
    const began = performance.now();
    const refused = await Promise.all(HOSTILE.map((text) => fetch(`${url}/api/x?${fill(text, length)}`)));
    expect(refused.map((response) => response.status)).toEqual(HOSTILE.map(() => 404));
    expect(await fetch(`${url}/healthz`)).toMatchObject({ status: 200 });
    // All ten of them and the neighbour; a single one of 4,000 characters took 3.4 s before.
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(lines.length - before).toBe(HOSTILE.length);
  }
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(6_000);
});

it.each([
  ['/auth/callback?token=a.b.c&user=%7B%7D&ok=1', '/auth/callback?token=***&user=***&ok=1'],
  ['/x?refreshToken=abc?def&q=1#f', '/x?refreshToken=***&q=1#f'],
  ['/x?%74oken=abc', '/x?%74oken=***'],
  ['/x?a?otp=123456', '/x?a?otp=***'],
  ['/login?next=/verify?token=abc', '/login?next=/verify?token=***'],
  ['/login?next=%2Fverify%3Ftoken%3Dabc&q=1', '/login?next=***&q=1'],
  ['/x?q=token&page=2', '/x?q=token&page=2'],
  ['/x?q=what+is+a+code%3F', '/x?q=what+is+a+code%3F'],
  ['/media/s/eyJhbGciOi/video.mp4?t=1', '/media/s/***/video.mp4?t=1'],
  ['https://tours.example/media/s/eyJhbGciOi/video.mp4', 'https://tours.example/media/s/***/video.mp4'],
  ['https://tours.example/auth/callback?token=a.b.c', 'https://tours.example/auth/callback?token=***'],
  ['/x?token', '/x?token'],
  ['/x?%', '/x?%'],
])('logs %s as %s', (target, logged) => {
  expect(loggableUrl(target)).toBe(logged);
});

it('logs no secret that a policy report carries', async () => {
  const before = lines.length;
  const secret = 'eyJhbGciOiJIUzI1NiJ9';
  const page = `https://tours.example/auth/callback?token=${secret}`;
  const response = await fetch(`${url}/api/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({
      'csp-report': {
        'document-uri': page,
        'source-file': page,
        'blocked-uri': `https://tours.example/media/s/${secret}/video.mp4`,
        'effective-directive': `x?token=${secret}`,
      },
    }),
  });
  expect(response.status).toBe(204);
  const logged = lines.slice(before).join();
  expect(logged).toContain('breached its content security policy');
  expect(logged).not.toContain(secret);
});

it('logs the names in a database error, and no values', async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const before = lines.length;
  const email = 'anna@example.org';
  const broken = [
    sql`INSERT INTO rate_limits (key, hits, resets_at) VALUES (${email}, 1, now()), (${email}, 1, now())`,
    sql`SELECT ${email}::text::integer`,
  ];
  for (const statement of broken) {
    const error = await statement.execute(test.db).catch((thrown: unknown) => thrown);
    log.error({ err: error }, 'request failed');
  }
  const logged = lines.slice(before).map((line) => JSON.parse(line));
  expect(logged[0].err).toMatchObject({
    code: '23505',
    table: 'rate_limits',
    constraint: 'rate_limits_pkey',
  });
  expect(logged[1].err).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type integer',
    stack: expect.stringContaining('log.test.ts'),
  });
  expect(JSON.stringify(logged)).not.toContain(email);
});
