/**
 * What one unlock costs a member with 10 past movements of tokens, and one with 10,000: medians of unlocks in turn, through
 * HTTP, one at a time.
 *
 *     node bench/tokens/history.ts
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ask } from '../http-load.ts';
import { median } from '../median.ts';
import { TOURS } from './data.ts';

const LIMIT = 1.2;
const PAIRS = 3;
const FEW = 10;
const MANY = 10_000;
/** The first unlocks warm the server up. */
const WARM_UP = 40;

const oriel = fork(fileURLToPath(new URL('./oriel.ts', import.meta.url)));
const { origin } = await ask<{ origin: string }>(oriel, { ask: 'start', gateway: 'http://127.0.0.1:1' });

async function unlock(tour: number, token: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${origin}/api/vr360/${tour}/access`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`an unlock responded ${response.status}`);
  return performance.now() - began;
}

try {
  await ask(oriel, { ask: 'members', from: 1, to: 2 * PAIRS, tokens: TOURS });
  for (let member = 1; member <= 2 * PAIRS; member += 1) {
    await ask(oriel, { ask: 'past', member, movements: member % 2 === 1 ? FEW : MANY });
  }
  const { tokens } = await ask<{ tokens: string[] }>(oriel, { ask: 'tokens', from: 1, to: 2 * PAIRS });
  const few: number[] = [];
  const many: number[] = [];
  for (let tour = 1; tour <= TOURS; tour += 1) {
    for (const [index, token] of tokens.entries()) {
      const elapsed = await unlock(tour, token);
      if (tour > WARM_UP) (index % 2 === 0 ? few : many).push(elapsed);
    }
  }
  const ratio = median(many) / median(few);
  console.log(
    `one unlock: ${median(few).toFixed(2)} ms with ${FEW} past movements, ${median(many).toFixed(2)} ms with ${MANY}`,
  );
  console.log(`${MANY} to ${FEW} past movements ${ratio.toFixed(2)} (limit ${LIMIT})`);
  if (ratio > LIMIT) process.exitCode = 1;
} finally {
  oriel.send({ ask: 'stop' });
}
