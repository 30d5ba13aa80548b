/** A process that hashes without a server, or signs in as often as a server lets it; answers how often it did. */
import { hash, verify } from '@node-rs/argon2';
import autocannon from 'autocannon';
import { HASH_COST } from '../../server/src/features/accounts/hash-cost.ts';
import { MEMBERS, memberEmail, PASSWORD, sourceAddress } from './members.ts';

export type LoadRequest =
  | { ask: 'hash'; atOnce: number; seconds: number }
  /** `perSecond` is how many to send, answered or not; without it, each connection sends its next when it can. */
  | { ask: 'sign-in'; origin: string; connections: number; perSecond?: number; seconds: number }
  | { ask: 'stop' };

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

async function signInFor({
  origin,
  connections,
  perSecond,
  seconds,
}: Extract<LoadRequest, { ask: 'sign-in' }>): Promise<LoadResult> {
  const result = await autocannon({
    url: origin,
    connections,
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    duration: seconds,
    requests: Array.from({ length: MEMBERS }, (_, index) => ({
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': sourceAddress(index) },
      body: JSON.stringify({ email: memberEmail(index), password: PASSWORD }),
    })),
  });
  return { perSecond: result['2xx'] / result.duration, refused: result.non2xx };
}

process.on('message', async (message: LoadRequest) => {
  if (message.ask === 'stop') process.exit();
  process.send?.(
    message.ask === 'hash' ? await hashFor(message.atOnce, message.seconds) : await signInFor(message),
  );
});
