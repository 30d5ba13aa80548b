import { readFile } from 'node:fs/promises';

/** Of memory in use, what the decoders take included. */
const MAX_BYTES = 2 * 1024 ** 3;
const WATCH_MS = 200;
const PAGE_BYTES = 4096;
/** The unit of processor time in `/proc`. */
const TICK_MS = 10;
/** How much longer than its time a probe may take while others keep the processors busy. */
const PATIENCE = 3;
const MAX_DELAY_MS = 30_000;

/** Why a probe was ended: its file took too much, or the machine gave too little. */
export type Verdict = 'file' | 'machine';

/** The longest that a probe may run. @param timeout milliseconds of work */
export const longestRunMs = (timeout: number): number => PATIENCE * timeout + MAX_DELAY_MS;

/** Whether the system says what a process uses. */
const TELLS_USE = process.platform === 'linux';

/** What a process uses; undefined where the system does not say so, or it has ended. */
async function readUse(pid: number): Promise<{ bytes: number; cpuMs: number } | undefined> {
  if (!TELLS_USE) return undefined;
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => undefined);
  const [statm, stat] = await Promise.all([read('statm'), read('stat')]);
  if (statm === undefined || stat === undefined) return undefined;
  // The program's name, in brackets, may hold spaces; user and system time are fields 14 and 15.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  const cpuMs = times.reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
  return { bytes: Number(statm.split(' ')[1]) * PAGE_BYTES, cpuMs };
}

/**
 * Ends a program that uses too much memory or time. Its time is over when it has both run and computed for so long: on a busy
 * machine it gets more. Where the system does not say what it uses, its time alone counts.
 *
 * @returns a function that stops watching, with the verdict if the program was ended
 */
export function watchProbe(
  pid: number | undefined,
  timeout: number,
  end: () => void,
): () => Verdict | undefined {
  const began = performance.now();
  let verdict: Verdict | undefined;
  const look = async () => {
    const use = pid === undefined ? undefined : await readUse(pid);
    const elapsed = performance.now() - began;
    // One that has just ended by itself is not slow.
    const isSlow = elapsed > timeout && (use === undefined ? !TELLS_USE : use.cpuMs > timeout);
    if (isSlow || (use !== undefined && use.bytes > MAX_BYTES)) verdict ??= 'file';
    else if (elapsed > longestRunMs(timeout)) verdict ??= 'machine';
    if (verdict !== undefined) end();
  };
  const timer = setInterval(look, WATCH_MS);
  return () => {
    clearInterval(timer);
    return verdict;
  };
}
