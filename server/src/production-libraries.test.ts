import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { childEnvironment } from '../testing/child-environment.ts';

it('the server renders with the production build of React, and loads no part of OpenTelemetry that records', async () => {
  const program = `
    import { createRequire } from 'node:module';
    await import('./serve.ts');
    const modules = Object.entries(createRequire(import.meta.url).cache);
    // Node looks for exports in some that it never runs.
    console.log(modules.flatMap(([file, { loaded }]) => (loaded ? file : [])).join('\\n'));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: childEnvironment(),
  });
  const builds = stdout.match(/(?<=\/react\/cjs\/)[\w.-]+(?=\.js)/g);
  expect(builds).toEqual(['react.production']);
  // prom-client loads the interface.
  expect(stdout.match(/@opentelemetry\/(?!api\/)[\w-]+/g)).toBeNull();
});
