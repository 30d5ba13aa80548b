import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_BRAND, writeSampleBrand } from '../../testing/brand.ts';
import { spawnServer } from '../../testing/server-process.ts';
import { loadConfig } from '../config/config.ts';
import { loadSite } from './load-site.ts';
import { readSite, SiteError } from './site.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'oriel-site-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The problems of a configuration with its files and texts. */
function problemsOf(changes: Record<string, unknown>, breakFiles: () => void = () => {}): readonly string[] {
  const siteFile = writeSampleBrand(folder, changes);
  breakFiles();
  try {
    loadSite({ ...loadConfig({ SECRET_KEY: 'k'.repeat(32) }), siteFile });
    return [];
  } catch (error) {
    if (error instanceof SiteError) return error.problems;
    throw error;
  }
}

describe('the site configuration', () => {
  it('is valid as shipped with the project, and for another site', () => {
    expect(readSite().name).toBe('Oriel');
    expect(problemsOf({})).toEqual([]);
  });

  it('needs neither logo, icon, fonts, map, tax nor currency', () => {
    const without = { logo: undefined, icon: undefined, fonts: undefined, map: undefined };
    expect(problemsOf({ ...without, tax: undefined, currency: undefined, support: undefined })).toEqual([]);
  });

  it('ends the start before anything else, naming every wrong field in one message', async () => {
    const siteFile = writeSampleBrand(folder, {
      name: '',
      slogan: undefined,
      motto: 'unknown',
      colours: { gold: 'blue', cream: '#777777' },
      legal: { entity: 'X', email: 'nobody', address: '' },
      currency: 'JPY',
      tax: { name: 'VAT', rate: 190, number: '1' },
      icon: '../secret.svg',
      map: { embed: 'javascript:alert(1)', link: 'https://maps.example/' },
      social: [{ name: 'A', url: 'ftp://a.example' }],
      fonts: { display: { family: 'A"; } body { color: red', fallback: 'serif' } },
    });
    const server = spawnServer({ DATA_DIR: path.join(folder, 'data'), SITE_FILE: siteFile });
    expect(await server.exit).toBe(1);
    for (const field of [
      'name:',
      'slogan:',
      'motto',
      'colours.gold: must be a colour',
      'colours.cream: is too dark for text',
      'legal.email:',
      'legal.address:',
      'currency: must be a currency of a hundred parts',
      'tax.rate:',
      'icon: must be the name of a file beside',
      'map.embed: must be an http or https address',
      'social.0.url: must be an http or https address',
      'fonts.display.family: must be the name of one family',
    ])
      expect(server.output()).toContain(field);
    expect(server.output()).not.toContain('    at ');
    expect(server.output()).not.toContain('PostgreSQL');
  });

  it('is refused where its colours would not be legible', () => {
    const problems = problemsOf({ colours: { gold: '#fafafa', cream: '#c9b49a' } }).join('\n');
    expect(problems).toContain('colours.cream: is too dark for text');
    expect(problems).toContain('colours.gold: can hardly be seen on light pages');
    expect(problems).toMatch(/a contrast of \d+\.\d to 1; at least 11 to 1 is needed/);
  });

  it('is refused with a list of all unusable files and texts', () => {
    const problems = problemsOf({ sharePicture: 'no-such.png' }, () => {
      writeFileSync(path.join(folder, 'rundblick.woff2'), 'no font at all, but long enough');
      const pricing = path.join(folder, 'texts/pricing.json');
      const { title: _, ...rest } = JSON.parse(readFileSync(pricing, 'utf8'));
      writeFileSync(pricing, JSON.stringify({ ...rest, currency: 'EURO', note: 'Hello {stranger}' }));
      writeFileSync(path.join(folder, 'texts/home.json'), '{ no json');
    }).join('\n');
    for (const text of [
      'sharePicture: there is no file no-such.png',
      'fonts.text.files.0.file: rundblick.woff2 does not hold what its name says',
      'pricing.json: title:',
      'pricing.json: currency: must be a currency such as INR',
      'pricing.json: note: names a placeholder that nobody fills in',
      'home.json: is not JSON',
    ])
      expect(problems).toContain(text);
  });

  it('is named when it is missing', () => {
    const siteFile = path.join(folder, 'nowhere.json');
    expect(() => readSite(siteFile)).toThrow(`${siteFile}: cannot be read`);
    expect(SAMPLE_BRAND.name).not.toBe(readSite().name);
  });
});
