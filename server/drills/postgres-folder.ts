import { globSync } from 'node:fs';

/** The folder of the programs of Debian's newest PostgreSQL, or the one that `PG_BIN` names; undefined without either. */
export function postgresFolder(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin').sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  return process.env.PG_BIN ?? folders.at(-1);
}
