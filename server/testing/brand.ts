import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const TEXTS = path.resolve(import.meta.dirname, '../../content/texts');
const FONT = '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2';

const picture = (width: number, height: number, colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colour}"/></svg>`;

/** A site configuration that has no value in common with the project's. */
export const SAMPLE_BRAND = {
  name: 'Rundblick',
  slogan: 'Stand there before you go',
  description: 'Walk through inns, halls and workshops of the lake district from your own chair.',
  logo: { file: 'logo.svg', dark: 'logo-dark.svg', width: 160, height: 40 },
  icon: 'icon.svg',
  colours: { gold: '#1d4f91', cream: '#eef3f8' },
  fonts: {
    display: { family: 'Georgia', fallback: 'serif' },
    text: {
      family: 'Rundblick Sans',
      files: [{ file: 'rundblick.woff2', weight: '100 900' }],
      fallback: 'sans-serif',
    },
  },
  legal: {
    entity: 'Rundblick Reisen GmbH',
    email: 'recht@rundblick.example',
    address: 'Seestrasse 7, 12345 Musterhausen',
  },
  email: 'hallo@rundblick.example',
  map: {
    embed: 'https://maps.rundblick.example/embed?place=7',
    link: 'https://maps.rundblick.example/place/7',
  },
  support: { url: 'https://support.rundblick.example/' },
  currency: 'EUR',
  tax: { name: 'USt', rate: 19, number: 'DE000000000' },
  social: [{ name: 'Mastodon', url: 'https://social.rundblick.example/@rundblick' }],
};

/**
 * Writes the sample site configuration with its files and one text.
 *
 * @param folder an empty folder
 * @param changes fields to override
 * @returns the path of the configuration, for `SITE_FILE`
 */
export function writeSampleBrand(folder: string, changes: Record<string, unknown> = {}): string {
  writeFileSync(path.join(folder, 'logo.svg'), picture(160, 40, '#1d4f91'));
  writeFileSync(path.join(folder, 'logo-dark.svg'), picture(160, 40, '#9cc3f5'));
  writeFileSync(path.join(folder, 'icon.svg'), picture(32, 32, '#1d4f91'));
  copyFileSync(createRequire(import.meta.url).resolve(FONT), path.join(folder, 'rundblick.woff2'));
  mkdirSync(path.join(folder, 'texts'), { recursive: true });
  // The only page that sets its own currency.
  const pricing = JSON.parse(readFileSync(path.join(TEXTS, 'pricing.json'), 'utf8'));
  writeFileSync(
    path.join(folder, 'texts/pricing.json'),
    JSON.stringify({ ...pricing, currency: '{currency}' }),
  );
  const file = path.join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ ...SAMPLE_BRAND, ...changes }, null, 2));
  return file;
}
