import { randomUUID } from 'node:crypto';
import type { Session } from '@oriel/contract';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** A member whom a test has created. */
export interface TestMember {
  email: string;
  password: string;
  session: Session;
}

/** An email that no other test uses. */
export function freshEmail(): string {
  return `${randomUUID()}@journeys.example`;
}

/** Creates a member by the API, without a browser. */
export async function createMember(
  request: APIRequestContext,
  { firstName = 'Ada', lastName = 'Lovelace' } = {},
): Promise<TestMember> {
  const email = freshEmail();
  const password = `look before you book ${randomUUID()}`;
  const response = await request.post('/api/auth/signup', { data: { email, password, firstName, lastName } });
  expect(response.status(), await response.text()).toBe(200);
  return { email, password, session: await response.json() };
}

/** Puts a session into the browser's storage; the next page that opens has it. */
export async function storeSession(page: Page, session: Session): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate((text) => localStorage.setItem('oriel-session', text), JSON.stringify(session));
}

/**
 * The text of the newest mail to an email, from the demo's outbox.
 *
 * @param subject distinguishes it from other mails to the same member
 */
export async function mailTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(async () => {
      const list = await (await request.get('/demo/mail')).text();
      const rows = list.split('<tr>').filter((row) => row.includes(email) && subject.test(row));
      path = rows[0]?.match(/href="(\/demo\/mail\/[^"]+)"/)?.[1];
      return path;
    }, `a mail to ${email}`)
    .toBeDefined();
  const mail = await (await request.get(path ?? '')).text();
  return mail.match(/<pre[^>]*>([\s\S]*?)<\/pre>/)?.[1] ?? '';
}

/** The six digits in a mail. */
export function codeIn(mail: string): string {
  return mail.match(/^\s*(\d{6})\s*$/m)?.[1] ?? '';
}
