import type { Caller } from '../../caller.ts';

/** What decides who may open an experience. */
export interface Gate {
  /** 0 is free. */
  tokensRequired: number;
  /** Whether an active Plus or Pro plan includes it. */
  partOfPackage: boolean;
}

/** Which experiences members have unlocked. */
export interface AccessGrants {
  /** Those of `experienceIds` that this member has unlocked. */
  unlockedBy(memberId: string, experienceIds: readonly number[]): Promise<ReadonlySet<number>>;
}

/**
 * Whether the caller may open an experience now: it is free, or they have unlocked it, or their active plan includes it. The
 * SQL function `may_open` decides the same when an experience is unlocked.
 *
 * @param isUnlocked whether this caller has unlocked it
 */
export function mayOpen(gate: Gate, caller: Caller, isUnlocked: boolean): boolean {
  if (gate.tokensRequired === 0) return true;
  if (caller.kind === 'guest') return false;
  return isUnlocked || (gate.partOfPackage && caller.tier !== 'Free');
}
