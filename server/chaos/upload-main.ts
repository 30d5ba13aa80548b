import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runUploadSuite, type UploadResult } from './upload-suite.ts';

const USAGE = 'Options, each a whole number: --kills 100 --seed N';

function readOptions(): { kills: number; seed: number } | undefined {
  const text = { type: 'string' } as const;
  try {
    const { kills = '100', seed } = parseArgs({ options: { kills: text, seed: text } }).values;
    const isValid = [kills, seed ?? '1'].every((value) => /^\d{1,9}$/.test(value));
    return isValid ? { kills: Number(kills), seed: Number(seed ?? randomInt(1, 1_000_000)) } : undefined;
  } catch {
    return undefined;
  }
}

const describe = ({ serverKills, programKills, ready, refused, violations }: UploadResult) =>
  `${serverKills + programKills} kills (${serverKills} of the server, ${programKills} of programs that prepare a file), ` +
  `${ready + refused} finished uploads (${ready} ready, ${refused} refused), violations ${violations.length}`;

const options = readOptions();
if (options === undefined) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  console.log(`Seed ${options.seed}`);
  const onKill = ({ serverKills, programKills }: UploadResult) => {
    if ((serverKills + programKills) % 10 === 0) console.log(`${serverKills + programKills} kills`);
  };
  const result = await runUploadSuite({ ...options, onKill });
  for (const violation of result.violations) console.error(`VIOLATION ${violation}`);
  console.log(describe(result));
  if (result.violations.length > 0) process.exitCode = 1;
}
