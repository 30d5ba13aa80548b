import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type AccountsApp, createAccountsApp } from './apps/accounts-app.ts';
import { createPaymentsApp, type PaymentsApp } from './apps/payments-app.ts';
import { createWalletApp, type WalletApp } from './apps/wallet-app.ts';
import type { TestOverrides } from './index.ts';

/** The app of a test file: started before its tests, and closed after them. */
function useApp<App extends { close(): Promise<unknown> }>(create: () => Promise<App>): App {
  const app = {} as App;
  beforeAll(async () => {
    Object.assign(app, await create());
  });
  afterAll(() => app.close());
  return app;
}

export const useAccountsApp = (overrides?: TestOverrides): AccountsApp =>
  useApp(() => createAccountsApp(overrides));

/** After each test the sandbox of the app behaves again, and its ledger breaks no rule. */
export function usePaymentsApp(overrides?: TestOverrides): PaymentsApp {
  const app = useApp(() => createPaymentsApp(overrides));
  afterEach(async () => {
    await app.switches({});
    expect(await app.ledgerViolations()).toEqual([]);
  });
  return app;
}

export const useWalletApp = (...parameters: Parameters<typeof createWalletApp>): WalletApp =>
  useApp(() => createWalletApp(...parameters));
