// `npm run member -- COMMAND EMAIL`: what an operator does with a member's account, also while the server runs.
import { runCommand } from './setup/run-command.mjs';

await runCommand('server/src/operator/member.ts');
