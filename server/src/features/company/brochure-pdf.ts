import type { OpportunityPage, Site } from '@oriel/contract';
import PDFDocument from 'pdfkit';
import { pdfFont } from '../../pdf/font.ts';

/** What the brochure is made of. */
export interface BrochureContent {
  site: Site;
  texts: OpportunityPage;
  /** The page of the course, for people who hold the paper. */
  address: string;
  /** The JPEG of the cover; without one the cover is type alone. */
  picture?: Buffer | undefined;
}

const MARGIN = 64;
const FOOT = 72;
const INK = '#2a2117';
const PALE = '#66573f';
const LINE = '#d9cbb8';
/** What stands in the margin beside a unit: its number. */
const COLUMN = 72;

/** The tags that tell a screen reader what a part is. */
type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'LI';

interface Style {
  size?: number;
  colour?: string;
  /** Where the lines begin. */
  x?: number;
  /** Points left free below the last line. */
  after?: number;
  /** Points between the lines. */
  gap?: number;
  /** How long the lines may be. */
  within?: number;
}

/** A pen on the document: it writes one paragraph after the other, and begins a new page before one would be cut. */
function createPen(document: PDFKit.PDFDocument) {
  const font = pdfFont(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const width = document.page.width - 2 * MARGIN;

  /** Begins a new page unless there is room for so many points. */
  const room = (height: number) => {
    if (document.y + height <= document.page.height - FOOT) return;
    document.addPage();
    document.y = MARGIN;
  };
  const paint = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };
  return {
    root,
    width,
    room,
    paint,
    write(
      tag: Tag,
      text: string,
      { size = 12, colour = INK, x = MARGIN, after = 6, gap = 3, within = width + MARGIN - x }: Style = {},
    ) {
      document.font('latin').fontSize(size);
      room(document.heightOfString(text, { width: within, lineGap: gap }));
      document.x = x;
      root.add(
        document.struct(tag, {}, () => {
          document.fontSize(size).fillColor(colour);
          font.write(text, { width: within, lineGap: gap });
        }),
      );
      document.y += after;
    },
    rule() {
      paint(() =>
        document
          .moveTo(MARGIN, document.y)
          .lineTo(MARGIN + width, document.y)
          .lineWidth(0.5)
          .stroke(LINE),
      );
    },
  };
}

type Pen = ReturnType<typeof createPen>;

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
  pen.write('P', site.name, { size: 14, colour: PALE, after: 8 });
  pen.write('H1', texts.course.name, { size: 46, gap: 0, after: 10 });
  pen.write('P', texts.opening.heading, { size: 20, colour: PALE, gap: 1, after: 26 });
  pen.rule();
  document.y += 14;
  for (const { label, value } of texts.course.facts) {
    const top = document.y;
    pen.write('P', label, { size: 12, colour: PALE, within: COLUMN * 1.6, after: 0 });
    const below = document.y;
    document.y = top;
    pen.write('P', value, { size: 12, x: MARGIN + COLUMN * 1.6, after: 0 });
    document.y = Math.max(below, document.y) + 6;
  }
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
    // A unit stays on one page: its head, two lines about it, and its lessons.
    pen.room(96 + lessons.length * 21);
    pen.rule();
    document.y += 12;
    const top = document.y;
    pen.paint(() => {
      document
        .font('latin')
        .fontSize(30)
        .fillColor(gold)
        .text(String(number), MARGIN, top - 12, { lineBreak: false });
    });
    document.y = top;
    pen.write('H3', `Unit ${number}: ${title}`, { size: 18, x, after: 3 });
    pen.write('P', summary, { x, colour: PALE, after: 5 });
    for (const lesson of lessons) {
      const line = document.y;
      pen.paint(() => document.circle(x + 3, line + 7, 1.6).fill(gold));
      pen.write('LI', lesson, { x: x + 14, after: 1 });
    }
    document.y += 12;
  }
}

function closing(document: PDFKit.PDFDocument, pen: Pen, { texts, site, address }: BrochureContent): void {
  const { values, enrolment } = texts;
  document.y += 12;
  pen.room(60 + values.items.length * 52);
  pen.write('H2', values.heading, { size: 28, after: 12 });
  for (const { title, text } of values.items) {
    pen.room(46);
    pen.write('H3', title, { size: 15, after: 1 });
    pen.write('P', text, { colour: PALE, after: 9 });
  }
  document.y += 16;
  pen.room(150);
  pen.write('H2', enrolment.heading, { size: 28, after: 8 });
  pen.write('P', enrolment.lead, { after: 6 });
  pen.write('P', address, { size: 14, after: 14 });
  pen.write('P', `${site.legal.entity}, ${site.legal.address}, ${site.email ?? site.legal.email}`, {
    size: 11,
    colour: PALE,
  });
}

/** Page numbers and the name of the course, on every page but the cover. */
function footers(document: PDFKit.PDFDocument, { site, texts }: BrochureContent): void {
  const { count } = document.bufferedPageRange();
  for (let index = 1; index < count; index += 1) {
    document.switchToPage(index);
    // Below the bottom margin a text would begin a new page.
    document.page.margins.bottom = 0;
    const y = document.page.height - 44;
    const width = document.page.width - 2 * MARGIN;
    document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    document.font('latin').fontSize(10).fillColor(PALE);
    document.text(`${texts.course.name}, ${site.name}`, MARGIN, y, { width, lineBreak: false });
    document.text(String(index + 1), MARGIN, y, { width, align: 'right', lineBreak: false });
    document.endMarkedContent();
  }
}

/** The brochure of the course as a PDF, A4, from the same texts as the page of the course. */
export async function brochurePdf(content: BrochureContent): Promise<Buffer> {
  const { site, texts } = content;
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT },
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.5',
    tagged: true,
    bufferPages: true,
    info: { Title: `${texts.course.name}, ${site.name}`, Author: site.legal.entity },
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
  footers(document, content);
  pen.root.end();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
