import type { FastifyInstance } from 'fastify';
import { codeRoutes } from './codes/routes.ts';
import type { Accounts } from './context.ts';
import { phoneRoutes } from './members/phone-routes.ts';
import { identityProviders, oidcRoutes } from './oidc/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { accountRoutes } from './routes.ts';
import { securityRoutes } from './security/routes.ts';

/** Members, their sessions and every way to sign in. */
export async function accountsPlugin(
  app: FastifyInstance,
  { accounts, siteName }: { accounts: Accounts; siteName: string },
): Promise<void> {
  await app.register(accountRoutes, { accounts });
  await app.register(securityRoutes, { accounts });
  await app.register(passkeyRoutes, { accounts, siteName });
  await app.register(codeRoutes, { accounts });
  await app.register(phoneRoutes, { accounts });
  await app.register(oidcRoutes, { accounts, providers: identityProviders(accounts.config) });
}
