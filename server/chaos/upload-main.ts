import { randomInt } from 'node:crypto';
import { readTextOptions, runDrillProgram, UsageError } from '../testing/drill-command.ts';
import { runUploadSuite, type UploadResult } from './upload-suite.ts';

const USAGE = 'Options, each a whole number: --kills 100 --seed N';

function readOptions(): { kills: number; seed: number } {
  const { kills = '100', seed = `${randomInt(1, 1_000_000)}` } = readTextOptions(['kills', 'seed'], USAGE);
  if (![kills, seed].every((value) => /^\d{1,9}$/.test(value))) throw new UsageError(USAGE);
  return { kills: Number(kills), seed: Number(seed) };
}

const describe = ({ serverKills, programKills, ready, refused, violations }: UploadResult) =>
  `${serverKills + programKills} kills (${serverKills} of the server, ${programKills} of programs that prepare a file), ` +
  `${ready + refused} finished uploads (${ready} ready, ${refused} refused), violations ${violations.length}`;

/** `npm run test:chaos:uploads`: kills the server and its programs during uploads. @returns whether nothing was lost */
async function main(): Promise<boolean> {
  const options = readOptions();
  console.log(`Seed ${options.seed}`);
  const onKill = ({ serverKills, programKills }: UploadResult) => {
    if ((serverKills + programKills) % 10 === 0) console.log(`${serverKills + programKills} kills`);
  };
  const result = await runUploadSuite({ ...options, onKill });
  for (const violation of result.violations) console.error(`VIOLATION ${violation}`);
  console.log(describe(result));
  return result.violations.length === 0;
}

await runDrillProgram(main);
