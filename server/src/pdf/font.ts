import { type Face, OTHERS, SERIF } from './faces.ts';

/** The outline of a letter. */
interface Outline {
  scale(x: number, y: number): Outline;
  translate(x: number, y: number): Outline;
  toSVG(): string;
}

/** As much of a font of pdfkit's as is needed here. */
interface Font {
  unitsPerEm: number;
  ascent: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string, features?: object): { glyphs: { path: Outline; advanceWidth: number }[] };
}

/** As much of pdfkit's document as is needed here; the font and the size in force, and what writes a line. */
type Document = PDFKit.PDFDocument & {
  _font: { font: Font };
  _fontSize: number;
  _fragment(line: string, ...rest: unknown[]): void;
};

export interface PdfFont {
  /** Writes one paragraph, as far as it can be printed; nothing of one that has no letter or digit left. */
  write(text: string, options?: PDFKit.Mixins.TextOptions): void;
  /** Whether letters were left out so far. */
  isIncomplete(): boolean;
}

/** A face that a document knows. */
interface OpenFace {
  name: string;
  font: Font;
  isSerif: boolean;
  isRightToLeft: boolean;
  has(letter: string): boolean;
}

interface Run {
  face: OpenFace;
  text: string;
}

function open(document: PDFKit.PDFDocument, { name, isRightToLeft, read }: Face): OpenFace {
  document.registerFont(name, read());
  const { font } = (document.font(name) as Document)._font;
  const isSerif = name.startsWith('instrument-serif');
  if (!isSerif) bearMissingPlaces(font);
  const has = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  return { name, font, has, isRightToLeft, isSerif };
}

/** The parts of the serif, made known to a document. */
export function serif(document: PDFKit.PDFDocument): OpenFace[] {
  return SERIF.map((face) => open(document, face));
}

/**
 * Lets a font shape what its shaper fails at: where the font has no place for a mark above a letter, as those of Telugu,
 * Malayalam and Gurmukhi do. Without that feature, marks stand where the font draws them.
 */
function bearMissingPlaces(font: Font): void {
  const layout = font.layout.bind(font);
  font.layout = (text, features) => {
    try {
      return layout(text, features);
    } catch {
      return layout(text, { abvm: false });
    }
  };
}

/** Whether a face can shape a text; some sequences that no language has are more than the shaper can bear. */
function canShape({ face, text }: Run): boolean {
  try {
    face.font.layout(text, []);
    return true;
  } catch {
    return false;
  }
}

/** A text in UTF-16 as PDF writes it. */
const utf16 = (text: string) => `FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}`;

/**
 * Writes shaped text, so that it is read and copied as it was written: its glyphs stand in another order than its letters,
 * and some stand for several. pdfkit can mark what it writes from outside, where its page is upside down and readers would
 * look for the text at the foot of the page; so each line is marked inside. Arabic is not marked: readers turn around by
 * themselves what runs from the right.
 */
function writeShaped(document: Document, { face, text }: Run, options: PDFKit.Mixins.TextOptions): void {
  const { _fragment: fragment, addContent: add } = document;
  const isMarked = !face.isRightToLeft;
  let line = text;
  document._fragment = (written, ...rest) => {
    line = written;
    fragment.call(document, written, ...rest);
  };
  document.addContent = (data) => {
    if (data === 'ET' && isMarked) add.call(document, 'EMC');
    add.call(document, data);
    if (data === 'BT' && isMarked) add.call(document, `/Span << /ActualText <${utf16(line)}> >> BDC`);
    return document;
  };
  try {
    // Given any features, pdfkit shapes the line as a whole and not word by word.
    document.text(text, { ...options, features: [] });
  } finally {
    document._fragment = fragment;
    document.addContent = add;
  }
}

/** Sets text in a document in letters that its fonts have, shaped as each script needs. */
export function pdfFont(given: PDFKit.PDFDocument): PdfFont {
  const document = given as Document;
  const serifs = serif(document);
  const [plain] = serifs;
  if (plain === undefined) throw new Error('there is no serif');
  const ascent = plain.font.ascent / plain.font.unitsPerEm;
  const opened = new Map<Face, OpenFace>();
  let leftOut = false;

  /** The faces for a letter that the serif may lack; a file is opened when it is first needed. */
  const othersFor = (letter: string): OpenFace[] =>
    OTHERS.filter(({ letters }) => letters.test(letter)).map((face) => {
      const known = opened.get(face) ?? open(document, face);
      opened.set(face, known);
      return known;
    });

  /** Which face sets a letter, beside one that is set in `last`; undefined where none can. */
  function faceFor(letter: string, last: OpenFace | undefined): OpenFace | undefined {
    const script = othersFor(letter);
    // Marks, signs and joiners belong to what they stand beside.
    if (script.length === 0 && last?.isSerif === false && last.has(letter)) return last;
    return [...script, ...serifs].find(({ has }) => has(letter));
  }

  /** A word, in the serif if that has all of it. */
  function runsOf(word: string): Run[] {
    const letters = Array.from(word);
    const isPlain = letters.every((letter) => serifs.some(({ has }) => has(letter)));
    const runs: Run[] = [];
    for (const letter of letters) {
      const last = runs.at(-1);
      const find = (some: string) =>
        isPlain ? serifs.find(({ has }) => has(some)) : faceFor(some, last?.face);
      let set = letter;
      let face = find(set);
      if (face === undefined) {
        // Signs that only say how letters join or run have nothing to show.
        if (!/\p{C}/u.test(letter)) leftOut = true;
        [set = ''] = letter.normalize('NFKD');
        face = set === letter ? undefined : find(set);
      }
      if (face === undefined) continue;
      if (last?.face === face) last.text += set;
      else runs.push({ face, text: set });
    }
    return runs;
  }

  /** A paragraph; runs of one face that stand beside each other are one, so that lines of Arabic run from the right. */
  function layOut(text: string): Run[] {
    const runs: Run[] = [];
    for (const word of text.normalize('NFC').split(/\s+/u)) {
      for (const [index, run] of runsOf(word).entries()) {
        const last = runs.at(-1);
        const space = index === 0 && last !== undefined ? ' ' : '';
        if (last?.face === run.face) last.text += space + run.text;
        else if (last === undefined || last.face.isRightToLeft) runs.push({ ...run, text: space + run.text });
        else {
          last.text += space;
          runs.push(run);
        }
      }
    }
    return runs;
  }

  function writeRun(run: Run, options: PDFKit.Mixins.TextOptions): void {
    document.font(run.face.name);
    if (run.face.isSerif) document.text(run.text, options);
    else writeShaped(document, run, options);
  }

  return {
    isIncomplete: () => leftOut,
    write(text, options = {}) {
      const all = layOut(text);
      const runs = all.filter((run) => run.face.isSerif || canShape(run));
      if (runs.length < all.length) leftOut = true;
      if (!runs.some((run) => /[\p{L}\p{N}]/u.test(run.text))) return;
      // Whatever the face, letters stand on one line.
      const baseline = -ascent * document._fontSize;
      for (const [index, run] of runs.entries())
        writeRun(run, { ...options, baseline, continued: index < runs.length - 1 });
    },
  };
}
