// `node scripts/run.mjs PROGRAM [ARGUMENTS]`: sets up what is missing, then runs one of these programs.
import { runProgram } from './setup/run-program.mjs';

const PROGRAMS = {
  // Commands for operators, also while the server runs.
  'ledger-check': { file: 'server/src/ledger/check.ts' },
  backup: { file: 'server/src/operator/backup.ts' },
  restore: { file: 'server/src/operator/restore.ts' },
  'database-move': { file: 'server/src/operator/database-move.ts' },
  embedding: { file: 'server/src/operator/embedding.ts' },
  'media-key': { file: 'server/src/operator/media-key.ts' },
  'media-move': { file: 'server/src/operator/media-move.ts' },
  'media-strays': { file: 'server/src/operator/media-strays.ts' },
  import: { file: 'server/src/operator/import.ts' },
  export: { file: 'server/src/operator/export.ts' },
  migrate: { file: 'server/src/operator/migrate.ts' },
  member: { file: 'server/src/operator/member.ts' },
  owner: { file: 'server/src/operator/owner.ts' },
  payments: { file: 'server/src/operator/payments.ts' },
  publish: { file: 'server/src/operator/publish.ts' },
  receipts: { file: 'server/src/operator/receipts.ts' },
  // Longer tests than those of `npm test`.
  chaos: { file: 'server/chaos/main.ts' },
  'upload-chaos': { file: 'server/chaos/upload-main.ts' },
  'restore-drill': { file: 'server/drills/restore.ts' },
  'upgrade-drill': { file: 'server/drills/upgrade.ts', web: true },
  'cluster-drill': { file: 'server/drills/cluster/main.ts', web: true },
  'alert-drill': { file: 'server/drills/alerts/main.ts', web: true },
  'image-drill': { file: 'server/drills/image/main.ts' },
  fuzz: { file: 'scripts/testing/fuzz.ts', web: true },
  'seeded-defects': { file: 'server/testing/seed-defects.ts' },
  screenshots: { file: 'scripts/screenshots/take-all.ts', web: true },
};

const [name, ...args] = process.argv.slice(2);
const program = PROGRAMS[name];
if (program === undefined) {
  console.error(`Usage: node scripts/run.mjs ${Object.keys(PROGRAMS).join('|')} [ARGUMENTS]`);
  process.exitCode = 2;
} else {
  await runProgram(program.file, args, { web: false, ...program });
}
