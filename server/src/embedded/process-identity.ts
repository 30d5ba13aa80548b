import { readFileSync } from 'node:fs';

/** Whether a process with this number exists; a zombie that waits to be collected does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return statFields(pid)?.[0] !== 'Z';
}

/** The fields of /proc/pid/stat from the state on; undefined where there is none. */
function statFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Text that tells a process from a later one with the same number: the boot and the moment when it began. Empty where
 * the system does not say.
 */
export function processIdentity(pid: number): string {
  const beganAt = statFields(pid)?.[19];
  if (beganAt === undefined) return '';
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot}/${beganAt}`;
}
