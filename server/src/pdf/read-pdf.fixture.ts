import { inflateSync } from 'node:zlib';

const readUtf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The letters that the glyphs of a font stand for, from its `ToUnicode` map. */
function readLetters(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, units = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, readUtf16(units.replaceAll(' ', '')));
    }
  }
  return letters;
}

/** A text as a PDF sets it in one go. */
export interface PdfText {
  /** The object that holds it: of one page each. */
  stream: string;
  text: string;
  /** What its glyphs stand for, in the order in which they are drawn. */
  drawn: string;
  /** Where it begins and ends, in points from the left. */
  x: number;
  right: number;
  /** Of its base line, in points from the foot of the page. */
  y: number;
  size: number;
}

interface PdfFont {
  letters: Map<string, string>;
  /** By glyph, in thousandths of the size. */
  widths: readonly number[];
}

function readObjects(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>();
  for (const [, id = '', text = ''] of pdf.toString('latin1').matchAll(/\n(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const [head = '', data = ''] = text.split(/stream\r?\n/);
    // What is packed may end with anything, a line's end among them.
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = Buffer.from(data.slice(0, length), 'latin1');
    const isPacked = head.includes('/FlateDecode');
    objects.set(id, { head, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
}

/** All texts of a PDF as pdfkit writes them with embedded fonts, in their order, with their places. */
export function readPdfTexts(pdf: Buffer): PdfText[] {
  const objects = readObjects(pdf);
  const at = (id: string | undefined) => objects.get(id ?? '') ?? { head: '', stream: '' };
  const fonts = new Map<string, PdfFont>();
  for (const { head } of objects.values()) {
    for (const [, name = '', id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = at(id).head;
      const map = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
      const descendant = at(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1]).head;
      const widths = /\/W \[0 \[([^\]]*)\]\]/.exec(descendant)?.[1] ?? '';
      fonts.set(name, {
        letters: readLetters(at(map).stream),
        widths: widths.trim().split(/\s+/).map(Number),
      });
    }
  }
  const texts: PdfText[] = [];
  for (const [id, { stream }] of objects) {
    // What is shaped says beforehand how it is read.
    const parts =
      /(?:\/ActualText <FEFF(\w*)> >> BDC\n)?1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) ([\d.]+) Tf[\s\S]*?\[([^\]]*)\] TJ/g;
    for (const [, actual, x = '', y = '', name = '', size = '', glyphs = ''] of stream.matchAll(parts)) {
      const font = fonts.get(name);
      let drawn = '';
      let thousandths = 0;
      for (const [, run = '', nudge] of glyphs.matchAll(/<(\w*)>|(-?[\d.]+)/g)) {
        if (nudge !== undefined) thousandths -= Number(nudge);
        for (const glyph of run.match(/\w{4}/g) ?? []) {
          drawn += font?.letters.get(glyph) ?? '\0';
          thousandths += font?.widths[Number.parseInt(glyph, 16)] ?? 0;
        }
      }
      const right = Number(x) + (thousandths / 1000) * Number(size);
      const text = actual === undefined ? drawn : readUtf16(actual);
      texts.push({ stream: id, text, drawn, x: Number(x), right, y: Number(y), size: Number(size) });
    }
  }
  return texts;
}

/** The lines of a PDF as pdfkit writes them with embedded fonts, from top to bottom. */
export function readPdf(pdf: Buffer): string[] {
  const lines: { y: number; text: string; x: number }[] = [];
  for (const { x, y, text } of readPdfTexts(pdf)) {
    const last = lines.at(-1);
    // Parts of one paragraph follow each other; the columns of a row are far apart.
    if (last?.y === y && x - last.x < 300) last.text += text;
    else lines.push({ y, text, x });
  }
  return lines.map(({ text }) => text);
}
