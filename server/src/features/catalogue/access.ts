import type { Caller } from '../../caller.ts';

/** What an experience requires to be opened. */
export interface Gate {
  /** 0 is free. */
  tokensRequired: number;
  /** Whether an active Plus or Pro plan includes it. */
  partOfPackage: boolean;
}

/** Which experiences members have unlocked. */
export interface AccessGrants {
  /** The subset of `experienceIds` that the member has unlocked. */
  unlockedBy(memberId: string, experienceIds: readonly number[]): Promise<ReadonlySet<number>>;
}

/**
 * Whether the caller may open an experience: it is free, they have unlocked it, or their active plan includes it. The SQL
 * function `may_open` applies the same rule during an unlock.
 *
 * @param isUnlocked whether the caller has unlocked it
 */
export function mayOpen(gate: Gate, caller: Caller, isUnlocked: boolean): boolean {
  if (gate.tokensRequired === 0) return true;
  if (caller.kind === 'guest') return false;
  return isUnlocked || (gate.partOfPackage && caller.tier !== 'Free');
}
