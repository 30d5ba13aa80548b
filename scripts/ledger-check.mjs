// `npm run ledger:check`: verifies the ledger of the database that the server uses, also while it runs.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { exitWithMessage, ROOT } from './setup/common.mjs';
import { prepare } from './setup/prepare.mjs';

try {
  const { node } = await prepare({ web: false });
  const { status } = spawnSync(node, [path.join(ROOT, 'server/src/ledger/check.ts')], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  exitWithMessage(error);
}
