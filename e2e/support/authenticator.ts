import type { Page } from '@playwright/test';

/** Chromium's virtual authenticator: it holds passkeys, and confirms at once that the person is there and who they are. */
export interface VirtualAuthenticator {
  /** How many passkeys it holds. */
  count(): Promise<number>;
}

/** Gives a page's browser an authenticator. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async count() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}

/** Keeps pages from suggesting passkeys in fields: the virtual authenticator would sign in by them at once. */
export async function disablePasskeySuggestions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
