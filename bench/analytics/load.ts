/** A process that sends analytics events at a steady rate, answered or not, as pages of many visitors do. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type LoadRequest =
  | { ask: 'flood'; origin: string; eventsPerSecond: number; eventsPerRequest: number; seconds: number }
  | { ask: 'stop' };

export interface LoadResult {
  /** Events whose requests were answered 200. */
  accepted: number;
  /** Requests with another answer, or none. */
  failed: number;
  /** How long it took until the last one was answered. */
  seconds: number;
}

const TICK_MS = 10;
const ADDRESSES = 500;

const consent = { version: 1, necessary: true, analytics: true, marketing: false, updatedAt: new Date() };
const cookie = `oriel-consent=${encodeURIComponent(JSON.stringify(consent))}`;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

const eventOf = (index: number) => ({
  session_id: `bench-visit-${index % 5000}`,
  page_name: `/experiences/vr/tour-${index % 1000}`,
  event_type: 'view',
  browser: 'Firefox',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  device: 'desktop',
  referrer: 'https://search.example/',
  created_at: new Date().toISOString(),
  meta: { name: 'card' },
});

/** @returns the status of the answer; 0 where there was none */
function send(origin: string, first: number, count: number): Promise<number> {
  const events = Array.from({ length: count }, (_, index) => eventOf(first + index));
  const body = JSON.stringify(count === 1 ? events[0] : events);
  const address = (first / count) % ADDRESSES;
  const headers = {
    cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': `203.0.${Math.floor(address / 250) + 113}.${Math.floor(address % 250) + 1}`,
  };
  return new Promise((resolve) => {
    const sent = request(`${origin}/api/analytics/events`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0)).end(body);
  });
}

async function flood(plan: Extract<LoadRequest, { ask: 'flood' }>): Promise<LoadResult> {
  const { origin, eventsPerSecond, eventsPerRequest, seconds } = plan;
  const answers: Promise<number>[] = [];
  const begin = performance.now();
  const total = Math.ceil((eventsPerSecond * seconds) / eventsPerRequest);
  while (answers.length < total) {
    const due = Math.min(total, (((performance.now() - begin) / 1000) * eventsPerSecond) / eventsPerRequest);
    while (answers.length < due) {
      answers.push(send(origin, answers.length * eventsPerRequest, eventsPerRequest));
    }
    await sleep(TICK_MS);
  }
  const statuses = await Promise.all(answers);
  const good = statuses.filter((status) => status === 200).length;
  return {
    accepted: good * eventsPerRequest,
    failed: statuses.length - good,
    seconds: (performance.now() - begin) / 1000,
  };
}

process.on('message', async (message: LoadRequest) => {
  if (message.ask === 'stop') process.exit();
  process.send?.(await flood(message));
});
