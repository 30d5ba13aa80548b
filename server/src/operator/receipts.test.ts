// @module-tag processes
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPaymentsApp, type PaymentsApp } from '../../testing/apps/payments-app.ts';
import { runCommand } from '../../testing/index.ts';

const COMMAND = fileURLToPath(new URL('./receipts.ts', import.meta.url));

let testApp: PaymentsApp;
beforeAll(async () => {
  testApp = await createPaymentsApp();
});
afterAll(() => testApp.close());

/** Runs `npm run receipts` while the application is running. */
async function receipts(...words: string[]) {
  const { status, stdout, stderr } = await runCommand(testApp, COMMAND, words);
  return { status, output: stdout + stderr };
}

// Each command starts a process.
it('skips numbers that were mailed before a restore', { timeout: 60_000 }, async () => {
  const { member } = await testApp.buyer();
  const number = await testApp.receiptNumber(member);
  const series = number.slice(2, -7);
  expect(await receipts('show')).toEqual({ status: 0, output: `${series}  1\n` });
  expect(await receipts('advance', number)).toEqual({
    status: 1,
    output: `Series ${series} is at 1 or further already.\n`,
  });
  expect(await receipts('advance', `R-${series}-000041`)).toEqual({
    status: 0,
    output: `Series ${series}: the numbers 2 to 41 are left out; the next one is 42.\n`,
  });
  const next = await testApp.buyer();
  expect(await testApp.receiptNumber(next.member)).toBe(`R-${series}-000042`);
  expect(await testApp.ledgerViolations()).toEqual([]);
});

it('reports invalid input without a stack', { timeout: 60_000 }, async () => {
  expect(await receipts('advance', 'R-2026-0')).toEqual({
    status: 1,
    output: 'R-2026-0 is not the number of a receipt.\n',
  });
  const { status, output } = await receipts('advance');
  expect(status).toBe(1);
  expect(output).toMatch(/^Usage: npm run receipts -- COMMAND/);
});
