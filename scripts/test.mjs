// `npm test`: checks, unit and HTTP tests, the viewer's browser tests, and journeys in a browser against a real server. Sets up
// what is missing. Arguments choose a part: `quick` (the first two), `viewer [FILES]` or `browser [FILES]`; `browsers [FILES]` runs
// journeys in Firefox and WebKit, which are no part of the whole.
import { runProgram } from './setup/run-program.mjs';

await runProgram('scripts/testing/main.ts', process.argv.slice(2), { web: true });
