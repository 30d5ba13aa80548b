import type { Config } from '../../../config/config.ts';
import { createOpenIdProvider } from '../../../gateways/identity.ts';
import { callbackPath, type NamedProvider } from './routes.ts';

/** The identity providers of this installation, by their names in URLs. */
export function identityProviders({ google, publicUrl }: Config): Record<string, NamedProvider> {
  return {
    google: {
      label: 'Google',
      provider:
        google && createOpenIdProvider({ ...google, redirectUri: `${publicUrl}${callbackPath('google')}` }),
    },
  };
}
