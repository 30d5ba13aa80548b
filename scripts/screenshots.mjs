// `npm run screenshots [-- names]`: takes the small pictures of every page in `docs/screenshots`, on a server of its own with
// fresh demo content. With names, such as `landing pricing`, those pages alone.
import path from 'node:path';
import { exitWithMessage, ROOT, run } from './setup/common.mjs';
import { toolEnvironment } from './setup/pinned-node.mjs';
import { prepare } from './setup/prepare.mjs';

try {
  const { node } = await prepare();
  // The table of pages is TypeScript, which not every Node that npm may run on reads.
  const program = path.join(ROOT, 'scripts/screenshots/take-all.mjs');
  const { code } = await run(node, [program, ...process.argv.slice(2)], {
    env: toolEnvironment(node),
    echo: true,
  });
  process.exitCode = code;
} catch (error) {
  exitWithMessage(error);
}
