import type { Session } from '@oriel/contract';
import { inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { findLinkRecipient, redeemLinkSecret } from '../codes/secrets.ts';
import { deleteSecretsOf } from '../codes/store.ts';
import type { Accounts } from '../context.ts';
import { proveEmail } from '../members/email-proof.ts';
import { ownerOf } from '../members/presentation.ts';
import { findMemberByEmail, updateMember } from '../members/store.ts';
import type { Device } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';
import { endSessions } from '../sessions/store.ts';

function wrongResetToken(): AppError {
  return new AppError(400, 'wrong_reset_token', 'Failed to reset password');
}

/**
 * Sets a new password for the recipient of a link secret, ends all their sessions and begins a new one. Also proves the
 * ownership of their email.
 *
 * @param input `resetToken`: the link secret
 *
 * @throws {AppError} 400 `wrong_reset_token` or for the password, 503 `busy`
 */
export async function confirmPasswordReset(
  accounts: Accounts,
  input: { resetToken: string; newPassword: string },
  device: Device,
): Promise<Session> {
  const { db, jobs, passwords } = accounts;
  passwords.check(input.newPassword);
  // Checked first, so that only requests with a valid secret can cause hashing. It is consumed below, with its effect.
  const recipient = await findLinkRecipient(db, accounts, 'reset-token', input.resetToken);
  if (recipient === undefined) throw wrongResetToken();
  const passwordHash = await passwords.hash(input.newPassword);
  return inTransaction(db, async (tx) => {
    const email = await redeemLinkSecret(tx, accounts, 'reset-token', input.resetToken);
    const owner = email === undefined ? undefined : await findMemberByEmail(tx, email);
    const proven = owner && (await proveEmail(accounts, tx, owner.id, { by: 'reset', device }));
    if (email === undefined || proven === undefined) throw wrongResetToken();
    const { member } = proven;
    passwords.check(input.newPassword, ownerOf(member));
    await updateMember(tx, member.id, { password_hash: passwordHash });
    await endSessions(tx, member.id, 'password');
    await deleteSecretsOf(tx, email);
    await jobs.add(tx, 'mail', { kind: 'password-changed', memberId: member.id });
    return beginSession(accounts, tx, { ...member, password_hash: passwordHash }, device, {
      method: 'password-reset',
    });
  });
}
