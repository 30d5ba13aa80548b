// `npm run test:defects`: makes known mistakes one at a time in a copy of the project, and shows which test notices each.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { exitWithMessage, ROOT } from './setup/common.mjs';
import { prepare } from './setup/prepare.mjs';

try {
  const { node } = await prepare({ web: false });
  const { status } = spawnSync(
    node,
    [path.join(ROOT, 'server/testing/seed-defects.ts'), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 1;
} catch (error) {
  exitWithMessage(error);
}
