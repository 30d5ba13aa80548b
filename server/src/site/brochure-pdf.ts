import type { OpportunityPage, Site } from '@oriel/contract';
import { createPdf } from '../pdf/document.ts';
import { PLAIN_FACE } from '../pdf/faces.ts';
import { createPdfWriter, PALE, type PdfWriter } from '../pdf/writer.ts';

/** The content of the brochure. */
export interface BrochureContent {
  site: Site;
  texts: OpportunityPage;
  /** The URL of the course's page, printed for readers. */
  url: string;
  /** A JPEG; without one the cover has only text. */
  coverImage?: Buffer | undefined;
}

/** The margin on three sides, in points. */
const MARGIN = 64;
/** The bottom margin, with the page number. */
const FOOTER_MARGIN = 72;
/** The column of a unit's number. */
const NUMBER_COLUMN = 72;
/** The offset of the values of the course's facts. */
const FACTS_COLUMN = NUMBER_COLUMN * 1.6;
/** The largest size at which the title fits its height is used. */
const TITLE_SIZES = [46, 38, 30, 24];
const TITLE_HEIGHT = 150;
/** The sum of the gaps between the last paragraphs. */
const CLOSING_GAPS = 40;

function cover(
  document: PDFKit.PDFDocument,
  writer: PdfWriter,
  { site, texts, coverImage }: BrochureContent,
): void {
  const { width: page, height } = document.page;
  writer.paint(() => {
    document.rect(0, 0, page, height).fill(site.colours.cream);
    if (coverImage === undefined) document.rect(0, 0, page, 8).fill(site.colours.gold);
  });
  document.y = 240;
  if (coverImage !== undefined) {
    const imageHeight = Math.round((page * 2) / 3);
    const alt = texts.opening.picture?.alt ?? '';
    writer.root.add(
      document.struct('Figure', { alt }, () => {
        document.image(coverImage, 0, 0, { cover: [page, imageHeight], align: 'center', valign: 'center' });
      }),
    );
    document.y = imageHeight + 44;
  }
  const { name } = texts.course;
  const size = TITLE_SIZES.find((points) => writer.heightOf(name, { size: points, gap: 0 }) <= TITLE_HEIGHT);
  writer.write('P', site.name, { size: 14, colour: PALE, after: 8 });
  writer.write('H1', name, { size: size ?? TITLE_SIZES.at(-1) ?? 24, gap: 0, after: 10 });
  writer.write('P', texts.opening.heading, { size: 20, colour: PALE, gap: 1, after: 26 });
  writer.rule();
  document.y += 14;
  for (const { label, value } of texts.course.facts)
    writer.pair(label, value, FACTS_COLUMN, { colour: PALE, within: FACTS_COLUMN - 12 });
}

function units(document: PDFKit.PDFDocument, writer: PdfWriter, { texts, site }: BrochureContent): void {
  const { units: course, opening } = texts;
  const { gold } = site.colours;
  document.addPage();
  document.y = MARGIN;
  writer.write('P', opening.lead, { size: 15, colour: PALE, after: 30 });
  writer.write('H2', course.heading, { size: 28, after: 6 });
  if (course.lead) writer.write('P', course.lead, { colour: PALE, after: 4 });
  if (course.sample && course.note) writer.write('P', course.note, { size: 11, colour: PALE, after: 4 });
  document.y += 12;
  const x = MARGIN + NUMBER_COLUMN;
  for (const { number, title, summary, lessons } of course.items) {
    // Keep a unit on one page if it fits.
    const heights = [
      12 + writer.heightOf(title, { size: 18, x }) + 3,
      writer.heightOf(summary, { x }) + 5,
      ...lessons.map((lesson) => writer.heightOf(lesson, { x: x + 14 }) + 1),
    ];
    writer.room(heights.reduce((sum, height) => sum + height, 12));
    writer.rule();
    document.y += 12;
    const top = document.y;
    writer.paint(() => {
      document
        .font(PLAIN_FACE)
        .fontSize(30)
        .fillColor(gold)
        .text(String(number), MARGIN, top - 12, { lineBreak: false });
    });
    document.y = top;
    writer.write('H3', `Unit ${number}: ${title}`, { size: 18, x, after: 3 });
    writer.write('P', summary, { x, colour: PALE, after: 5 });
    writer.list(lessons, gold, { x: x + 14, after: 1 });
    document.y += 12;
  }
}

function closing(
  document: PDFKit.PDFDocument,
  writer: PdfWriter,
  { texts, site, url }: BrochureContent,
): void {
  const { values, enrolment } = texts;
  const { email, legal } = site;
  document.y += 12;
  const heightOf = ({ title, text }: { title: string; text: string }) =>
    writer.heightOf(title, { size: 15 }) + writer.heightOf(text) + 10;
  writer.room(values.items.reduce((sum, value) => sum + heightOf(value), 60));
  writer.write('H2', values.heading, { size: 28, after: 12 });
  for (const value of values.items) {
    writer.room(heightOf(value));
    writer.write('H3', value.title, { size: 15, after: 1 });
    writer.write('P', value.text, { colour: PALE, after: 9 });
  }
  document.y += 16;
  const who = `${legal.entity}, ${legal.address}, ${email ?? legal.email}`;
  writer.room(
    writer.heightOf(enrolment.heading, { size: 28 }) +
      writer.heightOf(enrolment.lead) +
      writer.heightOf(url, { size: 14 }) +
      writer.heightOf(who, { size: 11 }) +
      CLOSING_GAPS,
  );
  writer.write('H2', enrolment.heading, { size: 28, after: 8 });
  writer.write('P', enrolment.lead, { after: 6 });
  writer.write('P', url, { size: 14, after: 14 });
  writer.write('P', who, { size: 11, colour: PALE });
}

/** Page number and course name, on every page except the cover. */
function footers(document: PDFKit.PDFDocument, writer: PdfWriter, { site, texts }: BrochureContent): void {
  const { count } = document.bufferedPageRange();
  for (let index = 1; index < count; index += 1) {
    document.switchToPage(index);
    writer.foot(`${texts.course.name}, ${site.name}`, String(index + 1));
  }
}

/** Renders the brochure of the course as an A4 PDF, from the texts of the course's page. */
export async function brochurePdf(content: BrochureContent): Promise<Buffer> {
  const { site, texts } = content;
  const { document, finish } = createPdf(
    { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOTER_MARGIN },
    { Title: `${texts.course.name}, ${site.name}`, Author: site.legal.entity, Subject: texts.description },
  );
  const writer = createPdfWriter(document);
  cover(document, writer, content);
  units(document, writer, content);
  closing(document, writer, content);
  footers(document, writer, content);
  writer.end();
  return finish();
}
