/** A process that sends analytics events as pages of many visitors do: in beacons, at random moments, without waiting for responses. */
import { Agent, request } from 'node:http';
import { arrivals } from '../arrivals.ts';

export type LoadRequest =
  | { ask: 'flood'; origin: string; eventsPerSecond: number; eventsPerBeacon: number; seconds: number }
  | { ask: 'stop' };

export interface LoadResult {
  /** Events whose beacons got 200. */
  accepted: number;
  /** Beacons with another response, or none. */
  failed: number;
  /** How long it took until the last response. */
  seconds: number;
}

const SOURCES = 500;
const VISITS = 5000;
const TOURS = 1000;

const consent = { version: 1, necessary: true, analytics: true, marketing: false, updatedAt: new Date() };
const cookie = `oriel-consent=${encodeURIComponent(JSON.stringify(consent))}`;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** With all the fields that our pages send; clicks and the pages that they open take turns. */
const eventOf = (index: number) => ({
  session_id: (index % VISITS).toString(16).padStart(32, '0'),
  page_name: `/experiences/vr/tour-${index % TOURS}`,
  event_type: index % 2 === 0 ? 'click' : 'view',
  user_id: null,
  browser: 'Firefox',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  device: 'desktop',
  referrer: index % 2 === 0 ? null : '/experiences',
  created_at: new Date().toISOString(),
  meta: index % 2 === 0 ? { name: 'open-tour' } : null,
});

/** @returns the status of the response; 0 if there was none */
function send(origin: string, beacon: number, size: number): Promise<number> {
  const events = Array.from({ length: size }, (_, index) => eventOf(beacon * size + index));
  const body = JSON.stringify(size === 1 ? events[0] : events);
  const source = beacon % SOURCES;
  const headers = {
    cookie,
    origin,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': `203.0.${Math.floor(source / 250) + 113}.${(source % 250) + 1}`,
  };
  return new Promise((resolve) => {
    const sent = request(`${origin}/api/analytics/events`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0)).end(body);
  });
}

async function flood(plan: Extract<LoadRequest, { ask: 'flood' }>): Promise<LoadResult> {
  const { origin, eventsPerSecond, eventsPerBeacon, seconds } = plan;
  const responses: Promise<number>[] = [];
  const begin = performance.now();
  const perSecond = eventsPerSecond / eventsPerBeacon;
  for await (const beacon of arrivals(perSecond, Math.ceil(perSecond * seconds)))
    responses.push(send(origin, beacon, eventsPerBeacon));
  const statuses = await Promise.all(responses);
  const good = statuses.filter((status) => status === 200).length;
  return {
    accepted: good * eventsPerBeacon,
    failed: statuses.length - good,
    seconds: (performance.now() - begin) / 1000,
  };
}

process.on('message', async (message: LoadRequest) => {
  if (message.ask === 'stop') process.exit();
  process.send?.(await flood(message));
});
