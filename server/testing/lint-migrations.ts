import { readFile } from 'node:fs/promises';
import { migrationNames } from '../src/database/migrations.ts';
import { lintMigration } from './migration-rules.ts';

// Prints what is wrong with the migrations, and then exits with 1.
const names = await migrationNames();
for (const name of names) {
  const text = await readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8');
  for (const problem of await lintMigration(name, text, names)) {
    console.log(problem);
    process.exitCode = 1;
  }
}
