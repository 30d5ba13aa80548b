// `npm start` and `npm run dev`: set up what is missing, then run the server until a signal comes. Needs no installed packages
// and runs on any Node from 20.19, because it installs the packages and finds the Node that the server runs on.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { exitWithMessage, ROOT } from './setup/common.mjs';
import { prepare } from './setup/prepare.mjs';

const PARENT_CHECK_MS = 500;

/** In development Vite serves the pages from their sources. */
const isDevelopment = process.argv[2] === 'dev';
const program = isDevelopment ? 'server/dev/main.ts' : 'server/src/main.ts';

let server;
let requested = false;

/** Asks the server to stop; it finishes the requests in hand and ends, and this process with it. */
function stop() {
  requested = true;
  if (server === undefined) process.exit(130);
  if (server.exitCode === null) server.kill('SIGTERM');
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

// npm waits for its scripts, so a new parent means that npm was killed: nothing else would stop the server.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
}

try {
  const { node } = await prepare({ web: !isDevelopment });
  server = spawn(node, [path.join(ROOT, program)], {
    // The channel's end tells the server that this process was killed; its message, that it is ready.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  server.on('message', ({ ready }) => ready && console.error(`\nOriel is ready: ${ready}\n`));
  server.on('exit', (code) => process.exit(code ?? (requested ? 0 : 1)));
  if (requested) stop();
} catch (error) {
  exitWithMessage(error);
}
