// `npm run build`: builds the web pages, whether they are stale or not.
import { exitWithMessage } from './setup/common.mjs';
import { findNode } from './setup/pinned-node.mjs';
import { buildWeb } from './setup/prepare.mjs';

try {
  await buildWeb(findNode());
} catch (error) {
  exitWithMessage(error);
}
