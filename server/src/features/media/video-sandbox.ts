import { execFile } from 'node:child_process';

/** Begins a program without any network, as Linux lets ordinary users do unless it is configured not to. */
const WITHOUT_NETWORK = ['unshare', '--user', '--map-root-user', '--net', '--'] as const;

let prefix: Promise<readonly string[]> | undefined;

/** What to begin a program's command with, so that it has no network; nothing where the system does not allow that. */
export function withoutNetwork(): Promise<readonly string[]> {
  prefix ??= new Promise((resolve) => {
    if (process.platform !== 'linux') return resolve([]);
    const [program, ...rest] = WITHOUT_NETWORK;
    execFile(program, [...rest, 'true'], (error) => resolve(error === null ? WITHOUT_NETWORK : []));
  });
  return prefix;
}
