import { statSync } from 'node:fs';
import path from 'node:path';

/** The account that PostgreSQL runs under. */
export interface Account {
  uid: number;
  gid: number;
}

/** The conventional unprivileged account, "nobody"; it needs no entry in any user list. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** An unprivileged account where this process runs as root, which PostgreSQL refuses; else undefined, for the current account. */
export function accountForPostgres(): Account | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Whether an account can traverse every folder down to `target`, which may not exist yet. */
export function canReach(account: Account | undefined, target: string): boolean {
  if (account === undefined) return true;
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats !== undefined) {
      const bit = stats.uid === account.uid ? 0o100 : stats.gid === account.gid ? 0o010 : 0o001;
      if (stats.isDirectory() && (stats.mode & bit) === 0) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
}
