// `npm test`: checks, unit and HTTP tests, the viewer's browser tests, browser tests against the real server. Sets up whatever is missing.
// `npm run test:browser -- [files]` runs the last part alone, `npm run test:viewer` the viewer's own browser tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitWithMessage } from './setup/common.mjs';
import { prepare } from './setup/prepare.mjs';
import { browserTests, viewerTests } from './testing/browser-tests.mjs';
import { checks } from './testing/checks.mjs';
import { closeWithCount } from './testing/report.mjs';
import { unitTests } from './testing/unit-tests.mjs';

const [part, ...filter] = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'oriel-tests-'));
try {
  const { node } = await prepare();
  if (part === 'browser') {
    closeWithCount([await browserTests(node, folder, filter)]);
  } else if (part === 'viewer') {
    closeWithCount([await viewerTests(node, folder)]);
  } else {
    closeWithCount([
      await checks(node),
      await unitTests(node, folder),
      await viewerTests(node, folder),
      await browserTests(node, folder),
    ]);
  }
} catch (error) {
  exitWithMessage(error);
} finally {
  await rm(folder, { recursive: true, force: true });
}
