// `npm run ledger:check`: verifies the ledger of the database that the server uses, also while it runs.
import { runCommand } from './setup/run-command.mjs';

await runCommand('server/src/ledger/check.ts');
