// `npm run test:fuzz`: sends the server malformed and random requests, none of which may be answered 5xx, and as many requests
// of 50 members at once, none of whom may get what belongs to another, nor with ids of a workspace that is not theirs.
// Options: --requests 100000 --seed N
import { parseArgs } from 'node:util';
import { exitWithMessage } from '../setup/common.mjs';
import { createRunFolder } from './run-folder.ts';
import { vitest } from './unit-tests.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const FILES = [
  'server/src/http/fuzz.test.ts',
  'server/src/features/catalogue/members-apart.test.ts',
  'server/src/features/workspaces/foreign-ids.test.ts',
];

async function main(): Promise<void> {
  const folder = await createRunFolder();
  try {
    const { code } = await vitest([...FILES, '-t', 'requests of any form|P5|R5'], {
      FUZZ_REQUESTS: values.requests,
      MEMBER_REQUESTS: values.requests,
      FUZZ_SEED: values.seed,
    });
    process.exitCode = code;
  } finally {
    await folder.remove();
  }
}

await main().catch(exitWithMessage);
