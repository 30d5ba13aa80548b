import type { Db } from '../../database/database.ts';
import { findLikesOf } from './reaction-store.ts';

/** The likes of members, for their export. They are not erased with the member: the counts stay correct. */
export const likesAsPersonalData = {
  export: async (db: Db, memberId: string) => ({ likes: await findLikesOf(db, memberId) }),
};
