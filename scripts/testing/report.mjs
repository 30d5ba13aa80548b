/**
 * @typedef {object} Count what one part of the tests found
 * @property {string} part
 * @property {number} passed
 * @property {number} failed
 * @property {number} [flaky] how many of those that passed failed at their first try
 */

/** Shows each part's count, closes with the sum, and sets the exit code. A part without a single test is a failure. */
export function closeWithCount(counts) {
  console.log('');
  let passed = 0;
  let failed = 0;
  for (const count of counts) {
    const flaky = count.flaky
      ? ` (${count.flaky} at the second try, see above: mend what made them fail)`
      : '';
    console.log(`${count.part}: ${count.passed} passed, ${count.failed} failed${flaky}`);
    passed += count.passed;
    failed += count.failed + (count.passed + count.failed === 0 ? 1 : 0);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
