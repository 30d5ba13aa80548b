import { fork } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { ask, start } from './http-load.ts';

/** Real load comes from other machines: the process that sends it must not take processor time before the server does. */
const LOAD_NICENESS = 5;

/**
 * Starts what a benchmark of browsing under load needs, each in a separate process: the application (`oriel.ts`), the
 * load (`load.ts`), and a server that refuses every request, which shows what sending alone costs the machine.
 *
 * @param script the `import.meta.url` of the benchmark, next to both programs
 */
export async function startUnderLoad<Request extends object, Result>(script: string) {
  const oriel = await start('oriel', new URL('./oriel.ts', script), { ask: 'start' });
  const refuser = await start('refuser', new URL('./refuser.ts', import.meta.url), { ask: 'start' });
  const load = fork(fileURLToPath(new URL('./load.ts', script)));
  os.setPriority(load.pid ?? 0, LOAD_NICENESS);
  return {
    oriel,
    refuser,
    load: (request: Request) => ask<Result>(load, request),
    stop() {
      for (const child of [load, oriel.process, refuser.process]) child.send({ ask: 'stop' });
    },
  };
}
