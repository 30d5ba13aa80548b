import type { Db } from '../../database/database.ts';
import { findAllMovements } from './store.ts';

/** The movements of a member's tokens, for their export. They stay when a member leaves: accounts must still add up. */
export const walletAsPersonalData = {
  async export(db: Db, memberId: string) {
    const movements = await findAllMovements(db, memberId);
    return { movements: movements.map(({ created_at, ...moved }) => ({ ...moved, createdAt: created_at })) };
  },
};
