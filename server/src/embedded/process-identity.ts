import { readFileSync } from 'node:fs';

/** Whether a process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return statFields(pid)?.[0] !== 'Z';
}

/** The fields of /proc/pid/stat after the command name; undefined where the file is missing. */
function statFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Distinguishes a process from a later one with the same id, by boot id and start time. Empty where the system does not
 * provide them.
 */
export function processIdentity(pid: number): string {
  const startTime = statFields(pid)?.[19];
  if (startTime === undefined) return '';
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot}/${startTime}`;
}
