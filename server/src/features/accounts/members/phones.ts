import { inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { consumeCode, consumeSendQuota } from '../codes/codes.ts';
import { wrongCode } from '../codes/secrets.ts';
import type { Accounts } from '../context.ts';
import type { SessionOwner } from '../security/proofs.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { requireRecentProof } from '../security/step-up.ts';
import type { Device } from '../sessions/device.ts';
import { getLockedMember, getMember, type MemberRow, removePhoneFromOther, updateMember } from './store.ts';

/** Includes the member, so that no other member can confirm the phone with the code. */
export const phoneCodeRecipient = (memberId: string, phone: string): string => `${memberId} ${phone}`;

/** @throws {AppError} 403 `verify_email_first` */
function requireVerifiedEmail(member: MemberRow): void {
  if (member.email_verified_at !== null) return;
  throw new AppError(403, 'verify_email_first', 'Please confirm your email address first.');
}

/** The caller, locked. @throws {AppError} 403 `reauthentication_required` */
async function lockProven(tx: Tx, owner: SessionOwner): Promise<MemberRow> {
  const member = await getLockedMember(tx, owner.memberId);
  await requireRecentProof(tx, owner);
  return member;
}

/** @throws {AppError} 401 `invalid_token` for a member who has just been deleted */
export async function readVerifiedPhone(
  { db, config }: Accounts,
  memberId: string,
): Promise<{ isAvailable: boolean; phone: string | null }> {
  const member = await getMember(db, memberId);
  return { isAvailable: config.whatsApp !== undefined, phone: member.verified_phone };
}

/**
 * Sends a code to a phone that a member wants to confirm.
 *
 * @param phone in E.164 format
 * @returns a sentence for the page
 * @throws {AppError} 403 `reauthentication_required`, `verify_email_first`, 409 `channel_unavailable`, 429 `too_many_requests`
 */
export async function requestPhoneCode(
  accounts: Accounts,
  owner: SessionOwner,
  phone: string,
): Promise<string> {
  const { memberId } = owner;
  if (accounts.config.whatsApp === undefined) {
    throw new AppError(409, 'channel_unavailable', 'Codes by WhatsApp are not available.');
  }
  await inTransaction(accounts.db, async (tx) => requireVerifiedEmail(await lockProven(tx, owner)));
  // Limits both the phones that one member writes to and the members that write to one phone.
  await consumeSendQuota(accounts, 'phone-code', memberId);
  await consumeSendQuota(accounts, 'phone-code', phone);
  await inTransaction(accounts.db, (tx) =>
    accounts.jobs.add(tx, 'mail', { kind: 'whatsapp-phone-code', memberId, phone }),
  );
  return 'We have sent a code to this number by WhatsApp.';
}

/** Removes a phone from the member who confirmed it before, such as the previous holder of the number, and notifies them. */
async function takePhoneFromOther(
  tx: Tx,
  accounts: Accounts,
  phone: string,
  memberId: string,
): Promise<void> {
  const previous = await removePhoneFromOther(tx, phone, memberId);
  if (previous === undefined) return;
  const detail = 'Confirmed by another account';
  await recordSecurityEvent(tx, accounts, { memberId: previous, kind: 'phone-changed', detail });
}

/**
 * Confirms a phone, to which sign-in codes can be sent from then on.
 *
 * @param input `phone` in E.164 format
 * @throws {AppError} 400 `wrong_code`, 403 `reauthentication_required`, `verify_email_first`, 429 `too_many_requests`
 */
export async function verifyPhone(
  accounts: Accounts,
  owner: SessionOwner,
  { phone, code }: { phone: string; code: string },
  device: Device,
): Promise<void> {
  const { memberId } = owner;
  const isRight = await inTransaction(accounts.db, async (tx) => {
    const member = await lockProven(tx, owner);
    requireVerifiedEmail(member);
    const recipient = phoneCodeRecipient(memberId, phone);
    if (!(await consumeCode(tx, accounts, { purpose: 'phone-code', recipient, code }))) return false;
    await takePhoneFromOther(tx, accounts, phone, memberId);
    await updateMember(tx, memberId, { verified_phone: phone });
    const detail = `Confirmed: ends in ${phone.slice(-4)}`;
    if (member.verified_phone !== phone)
      await recordSecurityEvent(tx, accounts, { ...owner, kind: 'phone-changed', detail, device });
    return true;
  });
  // Thrown outside the transaction: a rollback would lose the count of the attempt.
  if (!isRight) throw wrongCode();
}

/** Removes the confirmed phone. @throws {AppError} 403 `reauthentication_required` */
export async function removeVerifiedPhone(
  accounts: Accounts,
  owner: SessionOwner,
  device: Device,
): Promise<void> {
  await inTransaction(accounts.db, async (tx) => {
    const { id, verified_phone: phone } = await lockProven(tx, owner);
    if (phone === null) return;
    await updateMember(tx, id, { verified_phone: null });
    await recordSecurityEvent(tx, accounts, { ...owner, kind: 'phone-changed', detail: 'Removed', device });
  });
}
