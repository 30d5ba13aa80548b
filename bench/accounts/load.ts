/** A process that hashes without a server, or signs in as often as a server allows; replies with the rate. */

import { hash, verify } from '@node-rs/argon2';
import { HASH_COST } from '../../server/src/config/hash-cost.ts';
import { arrivals } from '../arrivals.ts';
import { Connection, encodeRequest } from '../connection.ts';
import { MEMBERS, memberEmail, PASSWORD, sourceIp } from './members.ts';

export type LoadRequest =
  | { ask: 'hash'; atOnce: number; seconds: number }
  /** Each connection sends its next sign-in after the response to the last. */
  | { ask: 'sign-in'; origin: string; connections: number; seconds: number }
  /** Sends at random moments, as independent members do, without waiting for responses. */
  | { ask: 'storm'; origin: string; perSecond: number; seconds: number }
  | { ask: 'stop' };

export interface LoadResult {
  perSecond: number;
  /** Responses other than 200. */
  refused: number;
}

const hashed = await hash(PASSWORD, HASH_COST);

async function hashFor(atOnce: number, seconds: number): Promise<LoadResult> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await verify(hashed, PASSWORD);
        done += 1;
      }
    }),
  );
  return { perSecond: (done / (performance.now() - begin)) * 1000, refused: 0 };
}

const SIGN_IN = '/api/auth/login';

const signInOf = (index: number) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', 'x-forwarded-for': sourceIp(index) },
  body: JSON.stringify({ email: memberEmail(index), password: PASSWORD }),
});

/** Made once: what sends as fast as it can must take little from the cores that it shares with the server. */
const requests = Array.from({ length: MEMBERS }, (_, index) => {
  const { headers, body } = signInOf(index);
  return encodeRequest(`POST ${SIGN_IN}`, headers, body);
});

/** What is under way at the end is waited for and counted, as with the hashes. */
async function signInFor(origin: string, connections: number, seconds: number): Promise<LoadResult> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let sent = 0;
  let signedIn = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(origin);
      while (performance.now() < end) {
        const request = requests[sent % MEMBERS] ?? Buffer.alloc(0);
        sent += 1;
        if ((await connection.send(request)) === 200) signedIn += 1;
      }
      connection.close();
    }),
  );
  return { perSecond: (signedIn / (performance.now() - begin)) * 1000, refused: sent - signedIn };
}

/** With a complete client, like browsing, so that the cost of sending is on both sides of the ratio. */
async function stormFor(origin: string, perSecond: number, seconds: number): Promise<LoadResult> {
  const begin = performance.now();
  const sent: Promise<boolean>[] = [];
  const send = async (index: number) => {
    const response = await fetch(origin + SIGN_IN, signInOf(index % MEMBERS));
    await response.arrayBuffer();
    return response.ok;
  };
  for await (const index of arrivals(perSecond, Math.ceil(perSecond * seconds))) sent.push(send(index));
  const signedIn = (await Promise.all(sent)).filter(Boolean).length;
  return { perSecond: (signedIn / (performance.now() - begin)) * 1000, refused: sent.length - signedIn };
}

process.on('message', async (message: LoadRequest) => {
  switch (message.ask) {
    case 'hash':
      return process.send?.(await hashFor(message.atOnce, message.seconds));
    case 'sign-in':
      return process.send?.(await signInFor(message.origin, message.connections, message.seconds));
    case 'storm':
      return process.send?.(await stormFor(message.origin, message.perSecond, message.seconds));
    case 'stop':
      process.exit();
  }
});
