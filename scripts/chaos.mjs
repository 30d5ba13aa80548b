// `npm run test:chaos`: kills the server and its PostgreSQL under load, again and again, and looks for what was lost.
// Options: --app-kills 200 --postgres-kills 100 --seed N
import { spawn } from 'node:child_process';
import path from 'node:path';
import { exitWithMessage, ROOT } from './setup/common.mjs';
import { prepare } from './setup/prepare.mjs';

try {
  const { node } = await prepare({ web: false });
  const suite = path.join(ROOT, 'server/chaos/main.ts');
  const child = spawn(node, [suite, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal tells both, anything else this process alone; the suite bears being told twice.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
} catch (error) {
  exitWithMessage(error);
}
