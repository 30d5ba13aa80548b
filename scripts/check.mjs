// `npm run check`: formatting and lint, types, import rules. Shows what fails and closes with a count.
import { runProgram } from './setup/run-program.mjs';

await runProgram('scripts/testing/main.ts', ['check'], { web: false });
