/**
 * Whether response times reveal who has an account: the same requests for emails of members and for unknown ones, one
 * after another and in turn.
 *
 *     node bench/accounts/timing.ts [--samples 500]
 */
import { parseArgs } from 'node:util';
import { start } from '../http-load.ts';
import { median } from '../median.ts';
import { MEMBERS, memberEmail, sourceIp } from './members.ts';

const LIMIT_MS = 5;
const P_LIMIT = 0.01;

const { values } = parseArgs({ options: { samples: { type: 'string', default: '500' } } });
const samples = Math.min(Number(values.samples), MEMBERS);

const CALLS: Record<string, (email: string) => object> = {
  login: (email) => ({ email, password: 'not the password' }),
  'otp/request': (email) => ({ channel: 'email', email, purpose: 'login' }),
  'otp/verify': (email) => ({ channel: 'email', email, purpose: 'login', code: '000000' }),
  'password/reset/request': (email) => ({ email }),
};

/** Two-sided p of the Mann-Whitney test, by its normal approximation: how likely chance alone differs this much. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  all.sort((one, other) => one.value - other.value);
  const rankSum = all.reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const z =
    (u - (a.length * b.length) / 2) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  // Abramowitz and Stegun 26.2.17.
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (2 * Math.exp((-z * z) / 2) * tail) / Math.sqrt(2 * Math.PI);
}

const oriel = await start('oriel', new URL('./oriel.ts', import.meta.url), { ask: 'start' });
let sent = 0;

/** @returns milliseconds, and the parts of the response that could differ */
async function time(path: string, body: object): Promise<{ ms: number; content: string }> {
  sent += 1;
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': sourceIp(sent) },
    body: JSON.stringify(body),
  };
  const before = performance.now();
  const response = await fetch(`${oriel.origin}/api/auth/${path}`, request);
  const text = await response.text();
  const ms = performance.now() - before;
  const { instance: _, ...shared } = JSON.parse(text);
  return { ms, content: `${response.status} ${JSON.stringify(shared)}` };
}

try {
  for (const [path, bodyFor] of Object.entries(CALLS)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    const responses = new Set<string>();
    for (let index = -20; index < samples; index += 1) {
      const emails = {
        known: memberEmail((index + MEMBERS) % MEMBERS),
        unknown: `unknown-${index + MEMBERS}@example.org`,
      };
      const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const which of order) {
        const { ms, content } = await time(path, bodyFor(emails[which]));
        responses.add(content);
        // The first ones warm up.
        if (index >= 0) times[which].push(ms);
      }
    }
    const difference = Math.abs(median(times.known) - median(times.unknown));
    const p = mannWhitney(times.known, times.unknown);
    console.log(
      `${path.padEnd(24)} member ${median(times.known).toFixed(2)} ms, unknown ${median(times.unknown).toFixed(2)} ms: ` +
        `apart by ${difference.toFixed(2)} ms (limit ${LIMIT_MS}), p ${p.toFixed(3)} (limit ${P_LIMIT}), ` +
        `${responses.size} kind of response (limit 1)`,
    );
    if (difference > LIMIT_MS || p < P_LIMIT || responses.size > 1) process.exitCode = 1;
  }
} finally {
  oriel.process.send({ ask: 'stop' });
}
