/** A plausible mistake where money, access or identity is decided. */
export interface Defect {
  title: string;
  /** The changed file, from the project's root. */
  file: string;
  /** The correct text, which must occur exactly once. */
  right: string;
  wrong: string;
  /** The test file that must fail. */
  test: string;
  /** Part of the names of the tests to run. */
  name: string;
}
