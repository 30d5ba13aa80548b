import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, recordChildrenIn } from './common.mjs';

const RETRY_MS = 250;

/** The file names the holder and the commands it ran: after a kill, one of those may still be running. */
function isHeld(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').map(Number).some(isAlive);
  } catch {
    return false;
  }
}

/** Runs `work` while no other process sets up this checkout; waits until then. The lock of a dead holder is taken over. */
export async function withSetupLock(file, work) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    for (let isReported = false; ; ) {
      try {
        linkSync(draft, file);
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      if (!isHeld(file)) rmSync(file, { force: true });
      else if (!isReported) {
        isReported = true;
        console.error('Another process is setting up this checkout; waiting for it ...');
      }
      await sleep(RETRY_MS);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  recordChildrenIn(file);
  try {
    return await work();
  } finally {
    recordChildrenIn(undefined);
    rmSync(file, { force: true });
  }
}
