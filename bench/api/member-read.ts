/**
 * How fast members get the first page of tours and what else their pages load, compared with what guests get from the cache.
 * Every member has unlocked, likes and pays for other tours. Server and load are separate processes; runs alternate.
 *
 *     node bench/api/member-read.ts [--rounds 5] [--seconds 4] [--connections 16]
 */
import { parseArgs } from 'node:util';
import { ask, measure, type Server, start } from '../http-load.ts';
import { median } from '../median.ts';

const LIMIT = 0.4;
/** Until then the processor compiles the code, of which a member's response takes more. */
const WARM_UP_SECONDS = 4;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const oriel = await start('oriel', new URL('./member-read-oriel.ts', import.meta.url), { ask: 'start' });
const { accessTokens, tour } = await ask<{ accessTokens: string[]; tour: number }>(oriel.process, {
  ask: 'members',
});

interface Series {
  name: string;
  path: string;
  isForMembers: boolean;
  server: Server;
}

const series = (name: string, path: string, isForMembers: boolean): Series => ({
  name,
  path,
  isForMembers,
  server: { ...oriel, name, requestsPerSecond: [], requestsPerCpuSecond: [] },
});

const LIST = '/api/vr360?limit=12';
const guestList = series('list, guests', LIST, false);
const memberList = series('list, members', LIST, true);
const others = [
  series('one tour, guests', `/api/vr360/${tour}`, false),
  series('one tour, members', `/api/vr360/${tour}`, true),
  series('categories, guests', '/api/categories', false),
  series('categories, members', '/api/categories', true),
  series('own account', '/api/auth/me', true),
  series('wallet', '/api/tokens/summary', true),
];

const run = ({ server, path, isForMembers }: Series, duration: number) =>
  measure(
    server,
    {
      path,
      connections: Number(values.connections),
      requests: isForMembers
        ? accessTokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } }))
        : [{ headers: {} }],
    },
    duration,
  );

try {
  console.error('measuring');
  const all = [guestList, memberList, ...others];
  for (const one of all) await run(one, WARM_UP_SECONDS);
  for (const { server } of all) {
    server.requestsPerSecond.length = 0;
    server.requestsPerCpuSecond.length = 0;
  }
  for (let round = 0; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? all : all.toReversed())
      await run(one, others.includes(one) ? seconds / 2 : seconds);
  for (const { name, server } of all)
    console.log(
      `${name.padEnd(20)} ${median(server.requestsPerSecond).toFixed(0).padStart(6)} requests/s ` +
        `${median(server.requestsPerCpuSecond).toFixed(0).padStart(6)} for each second of its processor time`,
    );
  const ratio = median(memberList.server.requestsPerSecond) / median(guestList.server.requestsPerSecond);
  const cpuRatio =
    median(memberList.server.requestsPerCpuSecond) / median(guestList.server.requestsPerCpuSecond);
  console.log(
    `members' list to guests': ${ratio.toFixed(3)} (limit ${LIMIT}), by processor time ${cpuRatio.toFixed(3)}`,
  );
  if (ratio < LIMIT) process.exitCode = 1;
} finally {
  oriel.process.send({ ask: 'stop' });
}
