// `npm run check`: formatting and lint, types, import rules. Shows what fails and closes with a count.

import { exitWithMessage } from './setup/common.mjs';
import { prepare } from './setup/prepare.mjs';
import { checks } from './testing/checks.mjs';
import { closeWithCount } from './testing/report.mjs';

try {
  const { node } = await prepare({ web: false });
  closeWithCount([await checks(node)]);
} catch (error) {
  exitWithMessage(error);
}
