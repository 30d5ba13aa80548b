import type { OpportunityPage, Site } from '@oriel/contract';
import PDFDocument from 'pdfkit';
import { PLAIN_FACE } from '../../pdf/faces.ts';
import { createPen, MARGIN, PAGE, PALE, type Pen } from './brochure-pen.ts';

/** What the brochure is made of. */
export interface BrochureContent {
  site: Site;
  texts: OpportunityPage;
  /** The page of the course, for people who hold the paper. */
  address: string;
  /** The JPEG of the cover; without one the cover is type alone. */
  picture?: Buffer | undefined;
}

/** What stands in the margin beside a unit: its number. */
const COLUMN = 72;
/** The sizes of the title, and how high it may stand: the largest that fits is taken. */
const TITLE_SIZES = [46, 38, 30, 24];
const TITLE_HEIGHT = 150;
/** What lies between the last paragraphs. */
const GAPS = 40;

function cover(document: PDFKit.PDFDocument, pen: Pen, { site, texts, picture }: BrochureContent): void {
  const { width: page, height } = document.page;
  pen.paint(() => {
    document.rect(0, 0, page, height).fill(site.colours.cream);
    if (picture === undefined) document.rect(0, 0, page, 8).fill(site.colours.gold);
  });
  document.y = 240;
  if (picture !== undefined) {
    const pictureHeight = Math.round((page * 2) / 3);
    const alt = texts.opening.picture?.alt ?? '';
    pen.root.add(
      document.struct('Figure', { alt }, () => {
        document.image(picture, 0, 0, { cover: [page, pictureHeight], align: 'center', valign: 'center' });
      }),
    );
    document.y = pictureHeight + 44;
  }
  const { name } = texts.course;
  const size = TITLE_SIZES.find((points) => pen.heightOf(name, { size: points, gap: 0 }) <= TITLE_HEIGHT);
  pen.write('P', site.name, { size: 14, colour: PALE, after: 8 });
  pen.write('H1', name, { size: size ?? TITLE_SIZES.at(-1) ?? 24, gap: 0, after: 10 });
  pen.write('P', texts.opening.heading, { size: 20, colour: PALE, gap: 1, after: 26 });
  pen.rule();
  document.y += 14;
  for (const { label, value } of texts.course.facts) pen.pair(label, value, COLUMN * 1.6);
}

function units(document: PDFKit.PDFDocument, pen: Pen, { texts, site }: BrochureContent): void {
  const { units: course, opening } = texts;
  const { gold } = site.colours;
  document.addPage();
  document.y = MARGIN;
  pen.write('P', opening.lead, { size: 15, colour: PALE, after: 30 });
  pen.write('H2', course.heading, { size: 28, after: 6 });
  if (course.lead) pen.write('P', course.lead, { colour: PALE, after: 4 });
  if (course.sample && course.note) pen.write('P', course.note, { size: 11, colour: PALE, after: 4 });
  document.y += 12;
  const x = MARGIN + COLUMN;
  for (const { number, title, summary, lessons } of course.items) {
    // A unit stays on one page where it can.
    const heights = [
      12 + pen.heightOf(title, { size: 18, x }) + 3,
      pen.heightOf(summary, { x }) + 5,
      ...lessons.map((lesson) => pen.heightOf(lesson, { x: x + 14 }) + 1),
    ];
    pen.room(heights.reduce((sum, height) => sum + height, 12));
    pen.rule();
    document.y += 12;
    const top = document.y;
    pen.paint(() => {
      document
        .font(PLAIN_FACE)
        .fontSize(30)
        .fillColor(gold)
        .text(String(number), MARGIN, top - 12, { lineBreak: false });
    });
    document.y = top;
    pen.write('H3', `Unit ${number}: ${title}`, { size: 18, x, after: 3 });
    pen.write('P', summary, { x, colour: PALE, after: 5 });
    pen.list(lessons, gold, { x: x + 14, after: 1 });
    document.y += 12;
  }
}

function closing(document: PDFKit.PDFDocument, pen: Pen, { texts, site, address }: BrochureContent): void {
  const { values, enrolment } = texts;
  const { email, legal } = site;
  document.y += 12;
  const heightOf = ({ title, text }: { title: string; text: string }) =>
    pen.heightOf(title, { size: 15 }) + pen.heightOf(text) + 10;
  pen.room(values.items.reduce((sum, value) => sum + heightOf(value), 60));
  pen.write('H2', values.heading, { size: 28, after: 12 });
  for (const value of values.items) {
    pen.room(heightOf(value));
    pen.write('H3', value.title, { size: 15, after: 1 });
    pen.write('P', value.text, { colour: PALE, after: 9 });
  }
  document.y += 16;
  const who = `${legal.entity}, ${legal.address}, ${email ?? legal.email}`;
  pen.room(
    pen.heightOf(enrolment.heading, { size: 28 }) +
      pen.heightOf(enrolment.lead) +
      pen.heightOf(address, { size: 14 }) +
      pen.heightOf(who, { size: 11 }) +
      GAPS,
  );
  pen.write('H2', enrolment.heading, { size: 28, after: 8 });
  pen.write('P', enrolment.lead, { after: 6 });
  pen.write('P', address, { size: 14, after: 14 });
  pen.write('P', who, { size: 11, colour: PALE });
}

/** Page numbers and the name of the course, on every page but the cover. */
function footers(document: PDFKit.PDFDocument, pen: Pen, { site, texts }: BrochureContent): void {
  const { count } = document.bufferedPageRange();
  for (let index = 1; index < count; index += 1) {
    document.switchToPage(index);
    pen.foot(`${texts.course.name}, ${site.name}`, String(index + 1));
  }
}

/** The brochure of the course as a PDF, A4, from the same texts as the page of the course. */
export async function brochurePdf(content: BrochureContent): Promise<Buffer> {
  const { site, texts } = content;
  const document = new PDFDocument({
    ...PAGE,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.5',
    tagged: true,
    bufferPages: true,
    info: {
      Title: `${texts.course.name}, ${site.name}`,
      Author: site.legal.entity,
      Subject: texts.description,
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  const pen = createPen(document);
  cover(document, pen, content);
  units(document, pen, content);
  closing(document, pen, content);
  footers(document, pen, content);
  pen.end();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
