// `npm run receipts -- COMMAND`: what an operator does with the numbers of receipts, also while the server runs.
import { runCommand } from './setup/run-command.mjs';

await runCommand('server/src/operator/receipts.ts');
