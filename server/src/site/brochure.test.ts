import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { loadConfig } from '../config/config.ts';
import { type PdfText, readPdf, readPdfTexts } from '../pdf/read-pdf.fixture.ts';
import { BROCHURE_PATH } from './brochure.ts';
import { brochurePdf } from './brochure-pdf.ts';
import { readSite } from './site.ts';
import { readTexts } from './texts.ts';

const site = readSite();
const texts = readTexts(site, loadConfig({ SECRET_KEY: 'k'.repeat(32) })).opportunity;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const get = (headers: Record<string, string> = {}) => test.app.inject({ url: BROCHURE_PATH, headers });

describe('the brochure of the course', () => {
  it('is a PDF of the texts of its page', async () => {
    const response = await get();
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toBe('inline; filename="vr360-photography.pdf"');
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const words = readPdf(response.rawPayload).join(' ').replaceAll(/\s+/g, ' ');
    expect(words).toContain(texts.course.name);
    for (const { number, title, lessons } of texts.units.items) {
      expect(words).toContain(`Unit ${number}: ${title}`);
      for (const lesson of lessons) expect(words).toContain(lesson);
    }
    for (const { title } of texts.values.items) expect(words).toContain(title);
    expect(words).toContain(texts.units.note);
    expect(words).toContain(`${test.config.publicUrl}/opportunity`);
    expect(words).toContain(site.legal.entity);
  });

  it('is rendered once, cached by browsers for an hour, and served in ranges', async () => {
    const [first, second] = await Promise.all([get(), get()]);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(first.headers['cache-control']).toBe('public, max-age=3600');
    const unchanged = await get({ 'if-none-match': `${first.headers.etag}` });
    expect(unchanged.statusCode).toBe(304);
    const part = await get({ range: 'bytes=0-4' });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe('%PDF-');
  });

  it('has a title, an author, a language and tagged parts', async () => {
    const pdf = (await get()).rawPayload.toString('latin1');
    const property = (name: string) => {
      const id = new RegExp(`/${name} (\\d+) 0 R`).exec(pdf)?.[1];
      return new RegExp(`\\n${id} 0 obj\\n\\((.*)\\)\\nendobj`).exec(pdf)?.[1];
    };
    expect(property('Title')).toBe(`${texts.course.name}, ${site.name}`);
    expect(property('Author')).toBe(site.legal.entity);
    expect(pdf).toMatch(/\/Lang \(en\)/);
    expect(pdf).toMatch(/\/Marked true/);
    expect(pdf).toMatch(/\/DisplayDocTitle true/);
    const tags = new Set([...pdf.matchAll(/\/S \/(\w+)/g)].map(([, tag = '']) => tag));
    expect([...tags]).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'H3', 'P', 'L', 'LI', 'LBody']),
    );
  });

  it('names the owner of the site', async () => {
    const other = { ...site, name: 'Belvedere', legal: { ...site.legal, entity: 'Belvedere Company' } };
    const pdf = await brochurePdf({ site: other, texts, url: 'https://belvedere.example/opportunity' });
    const words = readPdf(pdf).join(' ');
    expect(words).toContain('Belvedere Company');
    expect(words).not.toContain('Oriel');
    expect(pdf.toString('latin1')).not.toContain('Oriel');
  });

  /** Everything outside the margins; footers are in the bottom margin. */
  const outsideMargins = (all: PdfText[]) =>
    all.filter(
      ({ x, right, y, size }) => x < 63.9 || right > 595.28 - 63.9 || y < 30 || y + size * 0.7 > 842 - 60,
    );

  it('keeps to its margins', async () => {
    const all = readPdfTexts((await get()).rawPayload);
    expect(all.length).toBeGreaterThan(40);
    expect(outsideMargins(all)).toEqual([]);
  });

  it('keeps to its margins with the longest texts, and loses none of them', async () => {
    const long = (words: string, times: number) => Array(times).fill(words).join(' ');
    const wordy = {
      ...texts,
      course: {
        name: 'Łódź to Kraków in twenty-four unhurried lessons about light, patience, doors and Photographieunterricht',
        facts: [
          { label: 'What you bring along on the very first morning', value: long('A camera and time.', 9) },
          { label: 'Donaudampfschifffahrtsgesellschaftskapitänspatent', value: 'x'.repeat(150) },
        ],
      },
      units: {
        ...texts.units,
        items: texts.units.items.map((unit) => ({
          ...unit,
          title: `${long('A long walk through rooms', 5)} ends ${unit.number}`,
          summary: long('You look at each wall before you lift the camera.', 30),
          lessons: Array.from(
            { length: 12 },
            (_, lesson) => `${long('Where the light comes from', 6)} lesson ${unit.number}-${lesson}`,
          ),
        })),
      },
      values: {
        ...texts.values,
        items: Array.from({ length: 20 }, (_, value) => ({
          title: `Value ${value}`,
          text: long('We say what we do and we do it.', 8),
        })),
      },
    };
    const name = 'The Very Honourable Belvedere Institute';
    const pdf = await brochurePdf({
      site: { ...site, name, legal: { ...site.legal, entity: long('Belvedere', 20) } },
      texts: wordy,
      url: `https://${'belvedere-'.repeat(12)}.example/opportunity`,
    });
    const all = readPdfTexts(pdf);
    expect(outsideMargins(all)).toEqual([]);
    const words = readPdf(pdf).join(' ').replaceAll(/\s+/g, ' ');
    for (const { number } of texts.units.items) {
      expect(words).toContain(`ends ${number}`);
      for (let lesson = 0; lesson < 12; lesson += 1) expect(words).toContain(`lesson ${number}-${lesson}`);
    }
    for (let value = 0; value < 20; value += 1) expect(words).toContain(`Value ${value} `);
    expect(words).toContain('Łódź');
    // No page is empty but for its number.
    const pages = Map.groupBy(all, ({ stream }) => stream);
    for (const [stream, onPage] of pages) expect(onPage.length, stream).toBeGreaterThan(3);
    const numbers = all.filter(({ y, text }) => y < 60 && /^\d+$/.test(text)).map(({ text }) => Number(text));
    expect(numbers).toEqual(Array.from({ length: pages.size - 1 }, (_, index) => index + 2));
  });
});
