import { readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

/** The processor time that processes have used so far, in milliseconds; those that have ended count as 0. Linux only. */
export function cpuMsOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    try {
      // After the name in parentheses: the 12th and 13th fields are user and system time.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    } catch {
      return 0;
    }
  });
  return ticks.reduce((sum, count) => sum + count, 0) * MS_PER_TICK;
}
