import { PLAIN_FACE } from './faces.ts';
import { pdfFont } from './font.ts';

export const INK = '#2a2117';
export const PALE = '#66573f';
const LINE = '#d9cbb8';

/** The tags that tell a screen reader what a part is. */
export type Tag = 'H1' | 'H2' | 'H3' | 'P';

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
  align?: 'left' | 'right';
}

/**
 * Writes a document paragraph by paragraph between its margins, and begins a new page before one would be cut. What is longer
 * than a page continues on the next.
 */
export function createPdfWriter(document: PDFKit.PDFDocument) {
  const font = pdfFont(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const { left, right, top, bottom } = document.page.margins;
  const width = document.page.width - left - right;
  const end = document.page.height - bottom;

  /** Begins a new page unless there is room for so many points, or the page has only begun. */
  const room = (height: number) => {
    if (document.y + height <= end || document.y <= top) return;
    document.addPage();
  };
  /** What only decorates: screen readers pass over it. */
  const paint = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };
  const heightOf = (text: string, { size = 12, x = left, gap = 3, within = width + left - x }: Style = {}) =>
    document.font(PLAIN_FACE).fontSize(size).heightOfString(text, { width: within, lineGap: gap });

  /** Sets the text at the current height. */
  const set = (text: string, style: Style) => {
    const { size = 12, colour = INK, x = left, gap = 3, within = width + left - x, align = 'left' } = style;
    document.x = x;
    document.fillColor(colour);
    font.write(text, size, { width: within, lineGap: gap, align });
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
    /** A label and its value, side by side. @param indent where the value begins, in points from the margin */
    pair(label: string, value: string, indent: number, labelStyle: Style = {}, valueStyle: Style = {}) {
      const first = { within: indent, ...labelStyle };
      const second = { x: left + indent, ...valueStyle };
      room(Math.max(heightOf(label, first), heightOf(value, second)));
      const line = document.y;
      root.add(document.struct('P', {}, () => set(label, first)));
      const below = document.y;
      document.y = line;
      root.add(document.struct('P', {}, () => set(value, second)));
      document.y = Math.max(below, document.y) + 6;
    },
    rule() {
      paint(() =>
        document
          .moveTo(left, document.y)
          .lineTo(left + width, document.y)
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
      document.x = left;
      document.y = y;
      font.write(line, 10, { lineBreak: false });
      document.font(PLAIN_FACE).text(number, left + width - numberWidth, y, { lineBreak: false });
      document.endMarkedContent();
    },
    isIncomplete: font.isIncomplete,
    /** Says that the document is complete. */
    end() {
      root.end();
    },
  };
}

export type PdfWriter = ReturnType<typeof createPdfWriter>;
