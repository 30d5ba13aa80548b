import path from 'node:path';
import { parseArgs } from 'node:util';
import type { StudioMedia, TourInput } from '@oriel/contract';
import { slugOf } from '@oriel/contract/shared/slug';
import { layoutOf } from '@oriel/contract/shared/tour/file-layout';
import { CommandError, runCommand } from './command.ts';
import { PublishClient } from './publish-client.ts';

const USAGE = `Usage: npm run publish -- FILE --title TITLE --category NAME --price TOKENS [OPTIONS]

Uploads a 360-degree photo or film, and publishes it as a tour of one scene. It talks to a running server as any program could.

  --slug SLUG          the last part of its address; made of the title unless given
  --property NAME      the name of the place
  --description TEXT
  --city CITY, --country COUNTRY
  --in-plans           members with a plan open it without tokens
  --no-people          states for the audit log that it shows nobody, as a rendering does
  --draft              leaves it as a draft

ORIEL_URL names the server (http://localhost:3000 unless given), ORIEL_WORKSPACE the workspace (w_…), and ORIEL_KEY is an API key
of it with the scopes media.read, media.write, tour.write and tour.publish.`;

const UNCHECKED =
  'Check it for people in the studio, or give --no-people where you know that it shows nobody.';

const OPTIONS = {
  title: { type: 'string' },
  category: { type: 'string' },
  price: { type: 'string' },
  slug: { type: 'string' },
  property: { type: 'string', default: '' },
  description: { type: 'string', default: '' },
  city: { type: 'string', default: '' },
  country: { type: 'string', default: '' },
  'in-plans': { type: 'boolean', default: false },
  'no-people': { type: 'boolean', default: false },
  draft: { type: 'boolean', default: false },
} as const;

function parse(words: string[]) {
  try {
    const { positionals, values } = parseArgs({ args: words, allowPositionals: true, options: OPTIONS });
    const [file, ...rest] = positionals;
    const { title, category, price = '' } = values;
    const isComplete = file !== undefined && title !== undefined && category !== undefined;
    if (!isComplete || rest.length > 0 || !/^\d{1,7}$/.test(price)) throw new CommandError(USAGE);
    return { ...values, file, title, category, price: Number(price) };
  } catch {
    throw new CommandError(USAGE);
  }
}

function readInstallation({
  ORIEL_URL = 'http://localhost:3000',
  ORIEL_WORKSPACE,
  ORIEL_KEY,
}: NodeJS.ProcessEnv) {
  if (!URL.canParse(ORIEL_URL))
    throw new CommandError('ORIEL_URL must be an address such as https://tours.example.');
  if (!ORIEL_WORKSPACE || !ORIEL_KEY)
    throw new CommandError(
      'Please set ORIEL_WORKSPACE and ORIEL_KEY: the studio shows both when it makes a key.',
    );
  return { url: new URL(ORIEL_URL), workspace: ORIEL_WORKSPACE, key: ORIEL_KEY };
}

/** A tour of the one scene that a file shows. @throws {CommandError} for a file that is no 360-degree photo or film */
function documentOf(media: StudioMedia & { asset: string }, title: string): TourInput {
  if (media.kind !== 'photo' && media.kind !== 'video')
    throw new CommandError('This file shows no sphere: the viewer needs a 360-degree photo or film.');
  return {
    version: 1,
    start: 'scene',
    scenes: [{ id: 'scene', title, media: media.asset, ...layoutOf(media) }],
  };
}

await runCommand(async (words) => {
  const { file, title, category, price, slug = slugOf(title), ...texts } = parse(words);
  const client = new PublishClient(readInstallation(process.env));
  const categoryId = await client.findCategory(category);
  // npm changes into the project's folder; paths are meant from where the command was typed.
  const from = process.env.INIT_CWD ?? process.cwd();
  const media = await client.prepared(await client.upload(path.resolve(from, file)));
  const document = documentOf(media, title);
  if (texts['no-people']) await client.stateNobody(media.asset);
  const tour = await client.createTour({
    title,
    slug,
    price,
    category: categoryId,
    propertyName: texts.property,
    description: texts.description,
    city: texts.city,
    country: texts.country,
    isInPlans: texts['in-plans'],
    document,
  });
  const draft = `The draft: ${client.urlOf(`/studio/tours/${tour.id}`)}`;
  if (texts.draft) return draft;
  if (tour.problems.length > 0) {
    const problems = tour.problems.map(({ message }) => `  ${message}`).join('\n');
    const isUnchecked = tour.problems.some(({ code }) => code === 'people_unchecked');
    throw new CommandError(
      `It cannot be published yet:\n${problems}\n${isUnchecked ? `${UNCHECKED}\n` : ''}${draft}`,
    );
  }
  const published = await client.publish(tour);
  return `Published: ${client.urlOf(published.path ?? '')}`;
});
