import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The outline of a letter. */
interface Outline {
  scale(x: number, y: number): Outline;
  translate(x: number, y: number): Outline;
  toSVG(): string;
}

/** As much of a font of pdfkit's as is needed here. */
interface Font {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): { glyphs: { path: Outline; advanceWidth: number }[] };
}

/** As much of pdfkit's document as is needed here; `_font` is the font in force. */
type Document = PDFKit.PDFDocument & { _font: { font: Font } };

/** The site's own serif (SIL Open Font License): all letters of languages that are written in Latin, and no others. */
const require = createRequire(import.meta.url);
const FILES = new Map(
  ['latin', 'latin-ext'].map((subset) => [
    subset,
    readFileSync(
      require.resolve(`@fontsource/instrument-serif/files/instrument-serif-${subset}-400-normal.woff`),
    ),
  ]),
);

export interface PdfFont {
  /** Writes one paragraph, as far as it can be printed; nothing of one that has no letter or digit left. */
  write(text: string, options?: PDFKit.Mixins.TextOptions): void;
  /** Whether letters were left out so far. */
  isIncomplete(): boolean;
}

/** The parts of the serif, made known to a document. */
export function serif(document: PDFKit.PDFDocument) {
  return [...FILES].map(([name, file]) => {
    document.registerFont(name, file);
    const { font } = (document.font(name) as Document)._font;
    return { name, font, has: (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) };
  });
}

/** Sets text in a document in letters that its fonts have. */
export function pdfFont(document: PDFKit.PDFDocument): PdfFont {
  const fonts = serif(document);
  let leftOut = false;

  /** The letter, else the letter without its marks, else nothing. */
  const printable = (letter: string): string => {
    if (/\s/u.test(letter)) return ' ';
    if (fonts.some(({ has }) => has(letter))) return letter;
    // Signs that only say how letters join or run have nothing to show.
    if (!/\p{C}/u.test(letter)) leftOut = true;
    const [plain = ''] = letter.normalize('NFKD');
    return plain !== letter && fonts.some(({ has }) => has(plain)) ? plain : '';
  };

  return {
    isIncomplete: () => leftOut,
    write(text, options = {}) {
      const line = Array.from(text.normalize('NFC'), printable).join('').replace(/ +/g, ' ').trim();
      if (!/[\p{L}\p{N}]/u.test(line)) return;
      const runs: { name: string; text: string }[] = [];
      for (const letter of line) {
        const name = fonts.find(({ has }) => has(letter))?.name ?? '';
        const last = runs.at(-1);
        if (last?.name === name) last.text += letter;
        else runs.push({ name, text: letter });
      }
      for (const [index, run] of runs.entries()) {
        document.font(run.name).text(run.text, { ...options, continued: index < runs.length - 1 });
      }
    },
  };
}
