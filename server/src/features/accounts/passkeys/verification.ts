import type { NewPasskeyCredential, PasskeyAssertion } from '@oriel/contract';
import type { RegistrationResponseJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { z } from 'zod';
import { AppError } from '../../../errors.ts';
import type { Accounts } from '../context.ts';
import { type ChallengePurpose, claimedChallenge, consumeChallenge } from './challenges.ts';
import { requireRelyingParty } from './relying-party.ts';
import { findByCredential, type PasskeyRow } from './store.ts';

/** EdDSA, ES256 and RS256, as WebAuthn recommends. */
export const ALGORITHMS = [-8, -7, -257];

/** Imported on first use: it includes a large library for attestation formats, which most processes never need. */
const webauthn = () => import('@simplewebauthn/server');

/** @param status 401 while signing in; 403 for signed-in members, since 401 would mean that their session has ended */
export function wrongPasskey(status: 401 | 403): AppError {
  return new AppError(status, 'wrong_passkey', 'This passkey could not be verified. Please try again.');
}

/** The purpose of a challenge, and the browser or session that it is bound to. */
export interface Ceremony {
  purpose: ChallengePurpose;
  binding: string;
}

/** Consumes the challenge in the client data of a credential. @returns the challenge; undefined when it is not valid */
async function consumeClientChallenge(
  accounts: Accounts,
  { purpose, binding }: Ceremony,
  clientDataJson: string,
): Promise<string | undefined> {
  const challenge = claimedChallenge(clientDataJson);
  if (challenge === undefined) return undefined;
  return (await consumeChallenge(accounts, purpose, binding, challenge)) ? challenge : undefined;
}

/**
 * Verifies a new credential. User verification (PIN, fingerprint, face) is required.
 *
 * @throws {AppError} 403 `wrong_passkey`, 409 `passkeys_unavailable`
 */
export async function verifyRegistration(
  accounts: Accounts,
  binding: string,
  credential: z.output<typeof NewPasskeyCredential>,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const party = requireRelyingParty(accounts.config);
  const ceremony: Ceremony = { purpose: 'register', binding };
  const challenge = await consumeClientChallenge(accounts, ceremony, credential.response.clientDataJSON);
  if (challenge === undefined) throw wrongPasskey(403);
  const { clientDataJSON, attestationObject } = credential.response;
  const response: RegistrationResponseJSON = {
    ...credential,
    response: { clientDataJSON, attestationObject },
    clientExtensionResults: {},
  };
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    // The library throws for every mismatch, including malformed input.
    accounts.log.info({ reason: String(error) }, 'passkey registration refused');
    return undefined;
  });
  if (!verified?.verified || verified.registrationInfo === undefined) throw wrongPasskey(403);
  return verified.registrationInfo;
}

/** A verified assertion, except for its counter, which `recordUse` checks. */
export interface VerifiedAssertion {
  passkey: PasskeyRow;
  counter: number;
  backedUp: boolean;
}

/**
 * Verifies an assertion of a registered passkey. User verification is required.
 *
 * @param status of the errors, see `wrongPasskey`
 * @throws {AppError} `wrong_passkey` or `unknown_passkey`, 409 `passkeys_unavailable`
 */
export async function verifyAssertion(
  accounts: Accounts,
  ceremony: Ceremony,
  credential: PasskeyAssertion,
  status: 401 | 403,
): Promise<VerifiedAssertion> {
  const party = requireRelyingParty(accounts.config);
  const challenge = await consumeClientChallenge(accounts, ceremony, credential.response.clientDataJSON);
  if (challenge === undefined) throw wrongPasskey(status);
  const passkey = await findByCredential(accounts.db, credential.id);
  if (passkey === undefined) {
    throw new AppError(
      status,
      'unknown_passkey',
      'This passkey is not known here. It may have been removed. Please sign in another way.',
    );
  }
  const { userHandle, ...response } = credential.response;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { ...response, ...(userHandle !== undefined && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // `recordUse` compares the counter, so that a wrong one is recorded.
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch((error: unknown) => {
    accounts.log.info({ reason: String(error) }, 'passkey assertion refused');
    return undefined;
  });
  if (!verified?.verified) throw wrongPasskey(status);
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { passkey, counter: newCounter, backedUp: credentialBackedUp };
}
