import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { DrillError } from '../testing/drill-command.ts';

/** Where Debian has programs that are not on the PATH of every account. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/** Programs of a drill are not installed; the message says which, and how to install them. */
export class MissingPrograms extends DrillError {}

/** Whether this process may use a file in a way. @param mode of `node:fs` */
export function isAccessible(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

/** The absolute path of an installed program; undefined without it. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...SYSTEM_FOLDERS];
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => path.isAbsolute(file) && isAccessible(file, constants.X_OK));
}
