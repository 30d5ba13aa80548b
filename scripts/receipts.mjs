// `npm run receipts -- COMMAND`: what an operator does with the numbers of receipts, also while the server runs.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { exitWithMessage, ROOT } from './setup/common.mjs';
import { prepare } from './setup/prepare.mjs';

try {
  const { node } = await prepare({ web: false });
  const command = path.join(ROOT, 'server/src/operator/receipts.ts');
  const { status } = spawnSync(node, [command, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  exitWithMessage(error);
}
