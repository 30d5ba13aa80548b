import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 250;

function holderIsAlive(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `work` while no other process sets up this checkout; waits for its turn. A dead holder's lock is taken over. */
export async function withSetupLock(file, work) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    for (let told = false; ; ) {
      try {
        linkSync(draft, file);
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      if (!holderIsAlive(file)) rmSync(file, { force: true });
      else if (!told) {
        told = true;
        console.error('Another process is setting up this checkout; waiting for it ...');
      }
      await sleep(RETRY_MS);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
