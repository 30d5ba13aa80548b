// @module-tag processes
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMailingApp, type MailingApp } from '../../testing/apps/mailing-app.ts';
import { runCommand } from '../../testing/index.ts';

const COMMAND = fileURLToPath(new URL('./member.ts', import.meta.url));

let site: MailingApp;
beforeAll(async () => {
  site = await createMailingApp();
});
afterAll(() => site.close());

/** Runs `npm run member` while the application is running. */
const member = (...words: string[]) => runCommand(site, COMMAND, words);

// Each command starts a process.
it('npm run member shows, blocks and unblocks, while the server runs', {
  timeout: 60_000,
}, async () => {
  const { email, token } = await site.join();
  const meStatus = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await site.app.inject({ url: '/api/auth/me', headers })).statusCode;
  };
  expect(await meStatus()).toBe(200);
  const report = await member('show', email.toUpperCase());
  expect(report).toMatchObject({ status: 0, stderr: '' });
  expect(report.stdout).toContain(`${email}  Anna`);
  expect(report.stdout).toMatch(/signed in\n {4}Unknown/);
  expect(report.stdout).toMatch(/signed-up, sign-up/);

  expect((await member('block', email)).stdout).toBe(`${email} is blocked; 1 session ended.\n`);
  // A server that has just checked the session goes on for SESSION_CACHE_MS.
  await vi.waitFor(async () => expect(await meStatus()).toBe(401), 5_000);
  const [notice] = await site.doJobs();
  expect(notice).toMatchObject({ to: email, subject: 'Your Oriel account is blocked' });
  expect((await member('unblock', email)).stdout).toBe(`${email} may sign in again.\n`);
});

it('reports invalid input without a stack', { timeout: 60_000 }, async () => {
  expect(await member('show', 'nobody@example.org')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no member with the address nobody@example.org.\n',
  });
  for (const words of [
    ['erase', 'a@example.org'],
    ['show', 'not an address'],
  ]) {
    const { status, stderr } = await member(...words);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Usage: npm run member -- COMMAND EMAIL/);
  }
});
