import { loadConfig } from '../config/config.ts';
import { mediaKey } from '../features/media/service.ts';
import { CommandError, runCommand } from './command.ts';

const USAGE = `Usage: npm run --silent media-key

Prints the key that a proxy needs to check the addresses of gated media (deploy/nginx). It is derived of SECRET_KEY, changes with it,
and opens nothing else. Keep it secret all the same: who has it can open every gated file.`;

await runCommand(async (words) => {
  if (words.length > 0) throw new CommandError(USAGE);
  return Buffer.from(mediaKey(loadConfig(process.env).secretKey)).toString('base64url');
});
