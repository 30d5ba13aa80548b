/**
 * Makes the defects of `defects.ts` one at a time, in a copy of the project, and reports which test fails for each. The
 * same test must pass without the defect. A defect that no test catches is a failure.
 *
 * Arguments select defects by parts of their titles: `npm run test:defects -- dispute 'referral alias'`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Defect } from './defects/defect.ts';
import { DEFECTS } from './defects.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COPIED = ['server', 'package.json', 'vitest.config.ts', 'tsconfig.base.json'];
const LINKED = ['content', 'contract', 'scripts'];

interface Report {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** @returns the full names of the tests that passed and failed; those of other names are not run */
async function runTest(
  folder: string,
  { test, name }: Defect,
): Promise<{ passed: string[]; failed: string[] }> {
  const report = path.join(folder, 'report.json');
  await rm(report, { force: true });
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const pattern = name === '' ? [] : ['--testNamePattern', name];
  const child = spawn(
    process.execPath,
    [vitest, 'run', test, ...pattern, '--reporter=json', `--outputFile.json=${report}`],
    { cwd: folder, stdio: 'ignore' },
  );
  await once(child, 'exit');
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8'));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (expected: string) =>
    results.filter(({ status }) => status === expected).map(({ fullName }) => fullName);
  return { passed: named('passed'), failed: named('failed') };
}

const words = process.argv.slice(2);
const chosen = DEFECTS.filter(
  ({ title }) => words.length === 0 || words.some((word) => title.includes(word)),
);
if (chosen.length === 0) throw new Error(`no mistake has ${words.join(' or ')} in its title`);

// Below the project, so that its packages are found without a link: programs that decode pictures may not follow one.
await mkdir(path.join(ROOT, '.cache'), { recursive: true });
const folder = await mkdtemp(path.join(ROOT, '.cache/defects-'));
try {
  for (const part of COPIED) await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true });
  for (const part of LINKED) await symlink(path.join(ROOT, part), path.join(folder, part));
  let missed = 0;
  for (const defect of chosen) {
    const file = path.join(folder, defect.file);
    const source = await readFile(file, 'utf8');
    const sound = await runTest(folder, defect);
    await writeFile(
      file,
      source.replace(defect.right, () => defect.wrong),
    );
    const broken = await runTest(folder, defect);
    await writeFile(file, source);
    const isCaught = sound.passed.length > 0 && sound.failed.length === 0 && broken.failed.length > 0;
    if (!isCaught) missed += 1;
    console.log(`${isCaught ? 'caught    ' : 'NOT CAUGHT'} ${defect.title}`);
    for (const name of broken.failed) console.log(`           by ${defect.test}: ${name}`);
    if (sound.passed.length + sound.failed.length === 0)
      console.log('           no test ran, even without it');
    if (sound.failed.length > 0) console.log(`           fails without it too: ${sound.failed.join('; ')}`);
  }
  console.log(`\n${chosen.length - missed} passed, ${missed} failed`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
