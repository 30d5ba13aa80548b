/** A process that hashes without a server, or signs in as often as a server lets it; answers how often it did. */

import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import autocannon from 'autocannon';
import { HASH_COST } from '../../server/src/features/accounts/hash-cost.ts';
import { MEMBERS, memberEmail, PASSWORD, sourceAddress } from './members.ts';

export type LoadRequest =
  | { ask: 'hash'; atOnce: number; seconds: number }
  /** Each connection sends its next sign-in when its last is answered. */
  | { ask: 'sign-in'; origin: string; connections: number; seconds: number }
  /** So many sign-ins are sent, answered or not, as strangers to each other send them: at random moments. */
  | { ask: 'storm'; origin: string; perSecond: number; seconds: number }
  | { ask: 'stop' };

const SIGN_IN = '/api/auth/login';

export interface LoadResult {
  perSecond: number;
  /** Answers other than 200. */
  refused: number;
}

const known = await hash(PASSWORD, HASH_COST);

async function hashFor(atOnce: number, seconds: number): Promise<LoadResult> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await verify(known, PASSWORD);
        done += 1;
      }
    }),
  );
  return { perSecond: (done / (performance.now() - begin)) * 1000, refused: 0 };
}

const signInOf = (index: number) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', 'x-forwarded-for': sourceAddress(index) },
  body: JSON.stringify({ email: memberEmail(index), password: PASSWORD }),
});

async function signInFor({
  origin,
  connections,
  seconds,
}: Extract<LoadRequest, { ask: 'sign-in' }>): Promise<LoadResult> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: Array.from({ length: MEMBERS }, (_, index) => ({ path: SIGN_IN, ...signInOf(index) })),
  });
  return { perSecond: result['2xx'] / result.duration, refused: result.non2xx };
}

/** Not by autocannon, which sends what a second may have at the begin of that second. */
async function stormFor({
  origin,
  perSecond,
  seconds,
}: Extract<LoadRequest, { ask: 'storm' }>): Promise<LoadResult> {
  const sent: Promise<Response>[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  for (let due = begin; due < end; due += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    sent.push(
      fetch(origin + SIGN_IN, signInOf(sent.length % MEMBERS)).then(async (answer) => {
        await answer.arrayBuffer();
        return answer;
      }),
    );
  }
  const answers = await Promise.all(sent);
  const signedIn = answers.filter(({ ok }) => ok).length;
  return { perSecond: signedIn / seconds, refused: answers.length - signedIn };
}

process.on('message', async (message: LoadRequest) => {
  switch (message.ask) {
    case 'hash':
      return process.send?.(await hashFor(message.atOnce, message.seconds));
    case 'sign-in':
      return process.send?.(await signInFor(message));
    case 'storm':
      return process.send?.(await stormFor(message));
    case 'stop':
      process.exit();
  }
});
