import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { readSite } from '../../site.ts';
import { readTexts } from '../../texts.ts';
import { readPdf } from '../payments/read-pdf.fixture.ts';
import { BROCHURE_PATH } from './brochure.ts';
import { brochurePdf } from './brochure-pdf.ts';

const site = readSite();
const texts = readTexts(site, { referrals: { validityDays: 365 } as never }).opportunity;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const get = (headers: Record<string, string> = {}) => test.app.inject({ url: BROCHURE_PATH, headers });

describe('the brochure of the course', () => {
  it('is a PDF of the texts of its page', async () => {
    const answer = await get();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe('inline; filename="vr360-photography.pdf"');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const words = readPdf(answer.rawPayload).join(' ').replaceAll(/\s+/g, ' ');
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

  it('is made once, kept by browsers for an hour, and sent in parts to those who ask', async () => {
    const [first, second] = await Promise.all([get(), get()]);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(first.headers['cache-control']).toBe('public, max-age=3600');
    const known = await get({ 'if-none-match': `${first.headers.etag}` });
    expect(known.statusCode).toBe(304);
    const part = await get({ range: 'bytes=0-4' });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe('%PDF-');
  });

  it('says whose it is', async () => {
    const other = { ...site, name: 'Belvedere', legal: { ...site.legal, entity: 'Belvedere Company' } };
    const pdf = await brochurePdf({ site: other, texts, address: 'https://belvedere.example/opportunity' });
    const words = readPdf(pdf).join(' ');
    expect(words).toContain('Belvedere Company');
    expect(words).not.toContain('Oriel');
  });
});
