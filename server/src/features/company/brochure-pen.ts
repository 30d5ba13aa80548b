import { PLAIN_FACE } from '../../pdf/faces.ts';
import { pdfFont } from '../../pdf/font.ts';

/** The margin on three sides, in points. */
export const MARGIN = 64;
/** The margin at the foot, which holds the number of the page. */
const FOOT = 72;
export const INK = '#2a2117';
export const PALE = '#66573f';
const LINE = '#d9cbb8';

/** The tags that tell a screen reader what a part is. */
type Tag = 'H1' | 'H2' | 'H3' | 'P';

export interface Style {
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

/** What every page of the document is made with. */
export const PAGE = {
  size: 'A4',
  margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT },
} as const;

/**
 * A pen on a document of such pages: it writes one paragraph after the other, and begins a new page before one would be
 * cut. What is longer than a page goes on on the next.
 */
export function createPen(document: PDFKit.PDFDocument) {
  const font = pdfFont(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const width = document.page.width - 2 * MARGIN;
  const end = document.page.height - FOOT;

  /** Begins a new page unless there is room for so many points, or the page has only begun. */
  const room = (height: number) => {
    if (document.y + height <= end || document.y <= MARGIN) return;
    document.addPage();
    document.y = MARGIN;
  };
  /** What only decorates: screen readers pass over it. */
  const paint = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };
  const heightOf = (
    text: string,
    { size = 12, x = MARGIN, gap = 3, within = width + MARGIN - x }: Style = {},
  ) => document.font(PLAIN_FACE).fontSize(size).heightOfString(text, { width: within, lineGap: gap });

  /** Sets the text where the pen stands. */
  const set = (text: string, style: Style) => {
    const { size = 12, colour = INK, x = MARGIN, gap = 3, within = width + MARGIN - x } = style;
    document.x = x;
    document.fontSize(size).fillColor(colour);
    font.write(text, { width: within, lineGap: gap });
  };

  return {
    root,
    width,
    room,
    paint,
    heightOf,
    write(tag: Tag, text: string, style: Style = {}) {
      room(heightOf(text, style));
      root.add(document.struct(tag, {}, () => set(text, style)));
      document.y += style.after ?? 6;
    },
    /** A list, each item with a point of this colour before it. */
    list(items: readonly string[], dot: string, style: Style & { x: number }) {
      const list = document.struct('L');
      root.add(list);
      for (const item of items) {
        room(heightOf(item, style));
        const line = document.y;
        paint(() => document.circle(style.x - 11, line + 7, 1.6).fill(dot));
        list.add(document.struct('LI', {}, [document.struct('LBody', {}, () => set(item, style))]));
        document.y += style.after ?? 1;
      }
      list.end();
    },
    /** A word and what it means, side by side. */
    pair(label: string, value: string, indent: number) {
      const left = { colour: PALE, within: indent - 12 };
      const right = { x: MARGIN + indent };
      room(Math.max(heightOf(label, left), heightOf(value, right)));
      const top = document.y;
      root.add(document.struct('P', {}, () => set(label, left)));
      const below = document.y;
      document.y = top;
      root.add(document.struct('P', {}, () => set(value, right)));
      document.y = Math.max(below, document.y) + 6;
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
    /** One line in the margin at the foot, cut where it is too long. */
    foot(text: string, number: string) {
      // Below the bottom margin a text would begin a new page.
      document.page.margins.bottom = 0;
      const y = document.page.height - 44;
      document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      document.font(PLAIN_FACE).fontSize(10).fillColor(PALE);
      const numberWidth = document.widthOfString(number);
      const longest = width - numberWidth - 24;
      let line = text;
      while (line.length > 1 && document.widthOfString(line) > longest)
        line = `${line.slice(0, -2).trimEnd()}…`;
      document.x = MARGIN;
      document.y = y;
      font.write(line, { lineBreak: false });
      document.font(PLAIN_FACE).text(number, MARGIN + width - numberWidth, y, { lineBreak: false });
      document.endMarkedContent();
    },
    /** Says that the document is complete. */
    end() {
      root.end();
    },
  };
}

export type Pen = ReturnType<typeof createPen>;
