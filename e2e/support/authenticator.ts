import type { Page } from '@playwright/test';

/** Chromium's virtual authenticator: it holds passkeys, and confirms at once that the person is there and who they are. */
export interface VirtualAuthenticator {
  /** How many passkeys it holds. */
  count(): Promise<number>;
  /** Whether the person confirms; one who does not lets every request run into its end. */
  setConfirming(isConfirming: boolean): Promise<void>;
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
    async setConfirming(isConfirming) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isConfirming });
      await session.send('WebAuthn.setAutomaticPresenceSimulation', {
        authenticatorId,
        enabled: isConfirming,
      });
    },
  };
}
