import type { RawBuilder } from 'kysely';

/** A row that breaks a rule. */
export interface Violation {
  /** Which rule is broken: the invariant's number and a few words. */
  rule: string;
  /** The row, such as `ledger transaction 17`. */
  where: string;
  /** What is wrong with it. */
  problem: string;
}

/** A rule, with the query for its violations. */
export interface Rule {
  rule: string;
  query: RawBuilder<Omit<Violation, 'rule'>>;
  /** Whether it concerns all members together; otherwise it holds for each member separately. */
  isWhole?: boolean;
}
