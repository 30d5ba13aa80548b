// A run with one command and one detached process, which both wait for a minute. Prints the folder and the ids of the two.
// Arguments: the bytes it needs (optional).
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitWithMessage, run } from '../setup/common.mjs';
import { createRunFolder } from './run-folder.ts';

const WAIT = ['-e', 'console.log(process.pid); setTimeout(() => {}, 60_000)'];
const [neededBytes = '1000'] = process.argv.slice(2);

async function main(): Promise<void> {
  const folder = await createRunFolder(Number(neededBytes));
  await writeFile(path.join(folder.path, 'large.bin'), 'something');
  const detached = spawn(process.execPath, WAIT, { detached: true, stdio: 'ignore' });
  console.log(`${folder.path}\n${detached.pid}`);
  await run(process.execPath, WAIT, { echo: true });
}

await main().catch(exitWithMessage);
