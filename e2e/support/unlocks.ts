import type { Session } from '@oriel/contract';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Experience } from '../../contract/src/index.ts';
import { createMember, storeSession } from './members.ts';
import { topUp } from './wallet.ts';

/** The message for every failure but a lack of tokens. */
export const FAILED = 'Unable to authorize this experience. Please try again.';

/** A gated photo tour of 100 tokens, or of another price that the demo has. */
export async function gatedTour(
  request: APIRequestContext,
  partOfPackage = false,
  price = 100,
): Promise<Experience> {
  const list: Experience[] = await (await request.get('/api/vr360?limit=100')).json();
  const found = list.find(
    (tour) =>
      tour.tokensRequired === price && tour.mediaType === 'photo' && tour.partOfPackage === partOfPackage,
  );
  if (!found) throw new Error('The demo catalogue has no such tour among its first hundred.');
  return found;
}

/** A member who holds what their plans brought, signed in in this browser. */
export async function signInWith(
  page: Page,
  request: APIRequestContext,
  ...plans: string[]
): Promise<Session> {
  const { session } = await createMember(request);
  for (const plan of plans) await topUp(request, session, plan);
  await storeSession(page, session);
  return session;
}

/** What heads the tour's card. */
export const nameOf = ({ title }: Experience) => title;
export const listWith = (tour: Experience) => `/experiences?${new URLSearchParams({ q: nameOf(tour) })}`;
export const cardOf = (page: Page, tour: Experience) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: nameOf(tour), exact: true }) });
export const linkOf = (page: Page, tour: Experience) =>
  cardOf(page, tour).getByRole('link', { name: nameOf(tour), exact: true });
/** Says yes to what a card asks before it spends tokens. */
export const confirmUnlock = (page: Page, tour: Experience) =>
  cardOf(page, tour).getByRole('button', { name: 'Unlock', exact: true }).click();
export const stage = (page: Page) => page.getByRole('application', { name: /360-degree view of/ });

/** Every request that could cost something. */
export function accessRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/access') && asked.push(request.url()));
  return asked;
}

/** As when the member returns to this tab. */
export const returnToTab = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')));

export const access = (request: APIRequestContext, { token }: Session, { id }: Experience) =>
  request.post(`/api/vr360/${id}/access`, { headers: { authorization: `Bearer ${token}` }, data: {} });

/** Lets go of a held answer. */
export function createGate(): { held: Promise<void>; open: () => void } {
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { held, open };
}
