/** The result of one part of the tests. */
export interface Count {
  part: string;
  passed: number;
  failed: number;
  /** Whether there was nothing on this machine to test with. */
  isSkipped?: boolean;
}

/** Shows each part's count, closes with the sum, and sets the exit code. A part without a single test is a failure. */
export function closeWithCount(counts: readonly Count[]): void {
  console.log('');
  let [allPassed, allFailed] = [0, 0];
  for (const { part, passed, failed, isSkipped = false } of counts) {
    console.log(isSkipped ? `${part}: skipped` : `${part}: ${passed} passed, ${failed} failed`);
    allPassed += passed;
    allFailed += failed + (passed + failed === 0 && !isSkipped ? 1 : 0);
  }
  console.log(`\n${allPassed} passed, ${allFailed} failed`);
  process.exitCode = allFailed === 0 ? 0 : 1;
}
