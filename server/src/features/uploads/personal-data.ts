import type { Db, Tx } from '../../database/database.ts';
import { abandonUploadsOf, findUploadsOf } from './store.ts';

/** Files that are on their way: they are exported by name, and removed with the account. */
export const uploadsAsPersonalData = {
  async export(db: Db, memberId: string) {
    const uploads = await findUploadsOf(db, memberId);
    return {
      uploads: uploads.map(({ metadata, size, created_at }) => ({ ...metadata, size, at: created_at })),
    };
  },

  erase: (tx: Tx, memberId: string): Promise<void> => abandonUploadsOf(tx, memberId),
};
