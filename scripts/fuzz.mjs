// `npm run test:fuzz`: sends the server requests of every form and looks for answers of 5xx.
// Options: --requests 100000 --seed N
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitWithMessage, ROOT, run } from './setup/common.mjs';
import { toolEnvironment } from './setup/pinned-node.mjs';
import { prepare } from './setup/prepare.mjs';

try {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  });
  const { node } = await prepare();
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { code } = await run(node, [vitest, 'run', 'server/src/http/fuzz.test.ts', '-t', 'of any form'], {
    env: { ...toolEnvironment(node), FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
    echo: true,
  });
  process.exitCode = code ?? 1;
} catch (error) {
  exitWithMessage(error);
}
