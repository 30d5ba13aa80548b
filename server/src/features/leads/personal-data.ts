import type { Db, Tx } from '../../database/database.ts';
import { findMember } from '../accounts/service.ts';
import { deleteSubscriptionsOf, findSubscriptionsOf } from './newsletter-store.ts';
import { deleteLeadsOf, findLeadsOf, type LeadOwner } from './store.ts';

async function ownerOf(db: Db | Tx, memberId: string): Promise<LeadOwner> {
  const member = await findMember(db, memberId);
  return { memberId, verifiedEmail: member?.email_verified_at ? member.email : null };
}

/** The messages and newsletter subscriptions of a member, which are erased with the member. */
export const leadsAsPersonalData = {
  async export(db: Db, memberId: string) {
    const owner = await ownerOf(db, memberId);
    return { requests: await findLeadsOf(db, owner), newsletter: await findSubscriptionsOf(db, owner) };
  },

  async erase(tx: Tx, memberId: string): Promise<void> {
    const owner = await ownerOf(tx, memberId);
    await deleteLeadsOf(tx, owner);
    await deleteSubscriptionsOf(tx, owner);
  },
};
