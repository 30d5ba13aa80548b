// `npm run test:fuzz`: sends the server malformed and random requests; none may be answered 5xx.
// Options: --requests 100000 --seed N
import { parseArgs } from 'node:util';
import { vitest } from './unit-tests.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const { code } = await vitest(['server/src/http/fuzz.test.ts', '-t', 'of any form'], {
  FUZZ_REQUESTS: values.requests,
  FUZZ_SEED: values.seed,
});
process.exitCode = code;
