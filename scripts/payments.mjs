// `npm run payments -- COMMAND`: what an operator decides about payments, also while the server runs.
import { runCommand } from './setup/run-command.mjs';

await runCommand('server/src/operator/payments.ts');
