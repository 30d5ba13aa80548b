import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadContext, PASSWORD } from '../chaos/load.ts';
import type { Random } from '../chaos/random.ts';
import type { Tally } from './tally.ts';

const GUESTS = 4;
const MEMBERS = 2;
const PAUSE_MS = 20;
/** Pages that stay open in tabs, and load scripts later. */
const OPEN_PAGES = 100;
const PAGES = ['/', '/experiences', '/categories', '/pricing', '/careers', '/contact', '/login', '/saved'];
const READS = ['/api/vr360', '/api/vr360?sort=popular', '/api/categories', '/api/tags', '/api/countries'];
const ASSET = /\/assets\/[\w.-]+/g;

/** What guests and signed-in members did that must be there afterwards. */
export interface Visits {
  /** Acknowledged views by slug. */
  views: Map<string, number>;
  /** Acknowledged likes: the member's id, a space, the slug. */
  likes: Set<string>;
  /** The refresh token that is valid now, of each session. */
  sessions: Map<symbol, string>;
  /** Stops the visitors, and resolves when their last requests have completed. */
  stop(): Promise<void>;
}

/** What visitors know of the site. */
interface Site {
  url: string;
  tally: Tally;
  random: Random;
  tours: readonly string[];
  /** Members who can sign in. */
  members: LoadContext['members'];
}

const isOk = (status: number) => status === 200;

/** Browses pages, and loads scripts of pages that were opened before. */
async function browse({ url, tally, random, tours }: Site, open: string[][], visits: Visits): Promise<void> {
  const tour = random.one(tours) ?? '';
  switch (random.weighted({ page: 4, script: 8, navigation: 2, read: 4, view: 3 })) {
    case 'page': {
      const path = random.one([...PAGES, `/experiences/vr/${tour}`, `/experiences/vr/${tour}`]) ?? '/';
      const page = await tally.ask(`${url}${path}`, { headers: { accept: 'text/html' } }, isOk);
      const files = [...new Set(page?.body.toString().match(ASSET))];
      if (files.length === 0) break;
      if (open.length < OPEN_PAGES) open.push(files);
      else open[random.between(0, OPEN_PAGES - 1)] = files;
      break;
    }
    case 'script': {
      const file = random.one(random.one(open) ?? []);
      if (file !== undefined) await tally.ask(`${url}${file}`, {}, isOk);
      break;
    }
    case 'navigation':
      await tally.ask(
        `${url}${random.one(['/experiences.data', '/categories.data', `/experiences/vr/${tour}.data`])}`,
        {},
        isOk,
      );
      break;
    case 'read':
      await tally.ask(`${url}${random.one([...READS, `/api/vr360/${tour}`])}`, {}, isOk);
      break;
    case 'view': {
      const viewed = await tally.ask(`${url}/api/vr360/${tour}/view`, { method: 'POST' }, isOk);
      if (viewed !== undefined) visits.views.set(tour, (visits.views.get(tour) ?? 0) + 1);
    }
  }
}

/** A member who signs in, likes tours, and stays signed in. */
async function stay(
  { url, tally, random, tours, members }: Site,
  visits: Visits,
  isStopping: () => boolean,
): Promise<void> {
  const member = random.one(members);
  if (member === undefined) return;
  const post = (path: string, body: object, headers = {}) =>
    tally.ask(
      `${url}${path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      },
      isOk,
    );
  const session = Symbol('session');
  let answer = await post('/api/auth/login', { email: member.email, password: PASSWORD });
  for (let step = 0; answer !== undefined && step < 12 && !isStopping(); step += 1) {
    const { token, refreshToken } = JSON.parse(answer.body.toString());
    visits.sessions.set(session, refreshToken);
    const headers = { authorization: `Bearer ${token}` };
    const slug = random.one(tours) ?? '';
    if ((await post(`/api/vr360/${slug}/like`, {}, headers)) !== undefined)
      visits.likes.add(`${member.id} ${slug}`);
    await tally.ask(`${url}/api/auth/me`, { headers }, isOk);
    await sleep(random.between(0, 10 * PAUSE_MS));
    answer = await post('/api/auth/token/refresh', { refreshToken });
    if (answer === undefined) visits.sessions.delete(session);
  }
  if (answer !== undefined) visits.sessions.set(session, JSON.parse(answer.body.toString()).refreshToken);
}

/** Lets guests and members visit the site until they are stopped. */
export function startVisitors(site: Site): Visits {
  let stopping = false;
  const open: string[][] = [];
  const lane = async (visit: () => Promise<void>) => {
    while (!stopping) {
      await visit();
      await sleep(site.random.between(0, PAUSE_MS));
    }
  };
  const visits: Visits = {
    views: new Map(),
    likes: new Set(),
    sessions: new Map(),
    async stop() {
      stopping = true;
      await Promise.all(lanes);
    },
  };
  const lanes = [
    ...Array.from({ length: GUESTS }, () => lane(() => browse(site, open, visits))),
    ...Array.from({ length: MEMBERS }, () => lane(() => stay(site, visits, () => stopping))),
  ];
  return visits;
}
