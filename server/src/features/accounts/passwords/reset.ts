import type { Session } from '@oriel/contract';
import { inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { deleteSecretsOf, findLinkRecipient, redeemLinkSecret } from '../codes/secrets.ts';
import type { Accounts } from '../context.ts';
import { findMemberByEmail, ownerOf } from '../members/members.ts';
import { proveEmail } from '../members/verified.ts';
import type { Device } from '../sessions/device.ts';
import { beginSession, endSessions } from '../sessions/sessions.ts';

function wrongResetToken(): AppError {
  return new AppError(400, 'wrong_reset_token', 'Failed to reset password');
}

/**
 * Sets a new password for whoever got the token, ends all their sessions and begins one here. They have also proven
 * that the address is theirs.
 *
 * @throws {AppError} 400 `wrong_reset_token` or for the password, 503 `busy`
 */
export async function confirmPasswordReset(
  accounts: Accounts,
  given: { resetToken: string; newPassword: string },
  device: Device,
): Promise<Session> {
  const { db, jobs, passwords } = accounts;
  passwords.check(given.newPassword);
  // Looked at first, so that nobody can make us hash without one. It is used up below, together with its effect.
  const mailedTo = await findLinkRecipient(db, accounts, 'reset-token', given.resetToken);
  if (mailedTo === undefined) throw wrongResetToken();
  const passwordHash = await passwords.hash(given.newPassword);
  return inTransaction(db, async (tx) => {
    const address = await redeemLinkSecret(tx, accounts, 'reset-token', given.resetToken);
    const found = address === undefined ? undefined : await findMemberByEmail(tx, address);
    const proven = found && (await proveEmail(accounts, tx, found.id, { by: 'reset', device }));
    if (address === undefined || proven === undefined) throw wrongResetToken();
    const { member } = proven;
    passwords.check(given.newPassword, ownerOf(member));
    await tx
      .updateTable('members')
      .set({ password_hash: passwordHash })
      .where('id', '=', member.id)
      .execute();
    await endSessions(tx, member.id, 'password');
    // Codes that were sent before open nothing any more either.
    await deleteSecretsOf(tx, address);
    await jobs.add(tx, 'mail', { kind: 'password-changed', memberId: member.id });
    return beginSession(accounts, tx, { ...member, password_hash: passwordHash }, device, {
      method: 'password-reset',
    });
  });
}
