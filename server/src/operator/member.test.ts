import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailingApp, type MailingApp } from '../../testing/apps/mailing-app.ts';
import { runCommand } from '../../testing/index.ts';

const COMMAND = fileURLToPath(new URL('./member.ts', import.meta.url));

let site: MailingApp;
beforeAll(async () => {
  site = await createMailingApp();
});
afterAll(() => site.close());

/** `npm run member` beside the running application. */
const member = (...words: string[]) => runCommand(site, COMMAND, words);

// Each command is a process of its own.
it('npm run member shows, blocks and unblocks, while the server runs', {
  timeout: 60_000,
}, async () => {
  const { email, token } = await site.join();
  const meStatus = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await site.app.inject({ url: '/api/auth/me', headers })).statusCode;
  };
  expect(await meStatus()).toBe(200);
  const shown = await member('show', email.toUpperCase());
  expect(shown).toMatchObject({ status: 0, stderr: '' });
  expect(shown.stdout).toContain(`${email}  Anna`);
  expect(shown.stdout).toMatch(/signed in\n {4}Unknown/);
  expect(shown.stdout).toMatch(/signed-up, sign-up/);

  expect((await member('block', email)).stdout).toBe(`${email} is blocked; 1 session ended.\n`);
  expect(await meStatus()).toBe(401);
  const [notice] = await site.doJobs();
  expect(notice).toMatchObject({ to: email, subject: 'Your Oriel account is blocked' });
  expect((await member('unblock', email)).stdout).toBe(`${email} may sign in again.\n`);
});

it('a mistake is said plainly', { timeout: 60_000 }, async () => {
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
