/** What an experience requires to be opened. */
export interface Gate {
  /** 0 is free. */
  tokensRequired: number;
  /** Whether an active Plus or Pro plan includes it. */
  partOfPackage: boolean;
}

/**
 * Whether a caller may open an experience: it is free, they have unlocked it, or their active plan includes it. The SQL
 * function `may_open` applies the same rule during an unlock. Guests have neither.
 */
export function mayOpen(gate: Gate, caller: { hasPlan: boolean; isUnlocked: boolean }): boolean {
  return gate.tokensRequired === 0 || caller.isUnlocked || (gate.partOfPackage && caller.hasPlan);
}
