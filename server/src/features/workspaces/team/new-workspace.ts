import type { WorkspacePlan } from '@oriel/contract';
import { inTransaction } from '../../../database/database.ts';
import { type Accounts, requireRecentProof } from '../../accounts/service.ts';
import { recordAudit } from '../audit/audit.ts';
import { consumeMail, inviteIn, type RequireSeat } from '../invitations/invitations.ts';
import type { Changer } from '../people.ts';
import { addToTeam, insertWorkspace } from './store.ts';

/** Unless another one is chosen. The workspace of the installation itself has none. */
const FIRST_PLAN = 'free';

/**
 * Makes another workspace, with the free plan unless another one is chosen, whose owner is its maker. With an email, that person is
 * invited to own it too; the maker may leave once they have accepted. Both are done, or nothing is.
 *
 * @throws {AppError} 403 `reauthentication_required`, 409 `already_member` for the maker's own email, 429 `too_many_requests`
 */
export async function createWorkspace(
  { db, jobs, requireSeat }: Pick<Accounts, 'db' | 'jobs'> & { requireSeat: RequireSeat },
  changer: Changer,
  {
    name,
    ownerEmail,
    plan = FIRST_PLAN,
  }: { name: string; ownerEmail?: string | undefined; plan?: WorkspacePlan | undefined },
): Promise<{ id: string; name: string }> {
  if (ownerEmail !== undefined) await consumeMail(db, changer.memberId);
  return inTransaction(db, async (tx) => {
    await requireRecentProof(tx, changer);
    const id = await insertWorkspace(tx, name, plan);
    await addToTeam(tx, id, changer.memberId, 'owner');
    await recordAudit(tx, {
      workspaceId: id,
      actor: changer.actor,
      action: 'workspace.created',
      subject: { kind: 'workspace', id },
      after: { plan },
    });
    if (ownerEmail !== undefined) {
      await inviteIn({ jobs, requireSeat }, tx, changer, {
        workspaceId: id,
        email: ownerEmail,
        role: 'owner',
      });
    }
    return { id, name };
  });
}
