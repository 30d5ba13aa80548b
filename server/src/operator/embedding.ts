import { AppError } from '../errors.ts';
import { readEmbedSites, setEmbedSites } from '../features/embedding/service.ts';
import { CommandError, runCommand, withDatabase } from './command.ts';

const USAGE = `Usage: npm run embedding -- SLUG [any | none | SITE ...]

Prints or names the websites that may show a tour in a frame. A SITE is https://hotel.example, or https://*.hotel.example
for all its subdomains. Without a choice every website may.
It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

function describe(slug: string, sites: 'any' | string[]): string {
  if (sites === 'any') return `${slug}: every website may show it.`;
  return sites.length === 0 ? `${slug}: no website may show it.` : `${slug}: ${sites.join(' ')}`;
}

await runCommand(async (words) => {
  const [slug, ...sites] = words;
  if (slug === undefined || slug.startsWith('-')) throw new CommandError(USAGE);
  return withDatabase(async ({ db }) => {
    try {
      if (sites.length > 0) {
        const [first] = sites;
        const only = sites.length === 1 && (first === 'any' || first === 'none');
        await setEmbedSites(db, slug, only ? (first === 'any' ? 'any' : []) : sites);
      }
    } catch (error) {
      throw error instanceof AppError ? new CommandError(error.message) : error;
    }
    const now = await readEmbedSites(db, slug);
    if (now === undefined) throw new CommandError('There is no tour with this slug.');
    return describe(slug, now);
  });
});
