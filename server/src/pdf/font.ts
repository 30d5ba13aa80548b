import { type Face, OTHERS, SERIF } from './faces.ts';

/** A part of pdfkit's document that is not public: what writes a line. */
type Document = PDFKit.PDFDocument & { _fragment(line: string, ...rest: unknown[]): void };

export interface PdfFont {
  /**
   * Writes one paragraph, as far as it can be printed; nothing of one that has no letter or digit left.
   *
   * @param size in points
   */
  write(text: string, size: number, options?: PDFKit.Mixins.TextOptions): void;
  /** Whether letters were left out so far. */
  isIncomplete(): boolean;
}

/** Text of one face. */
interface Run {
  face: Face;
  text: string;
}

type OpenTypeFeatures = PDFKit.Mixins.OpenTypeFeatures;
type Features = string[] | Record<string, boolean>;

const ALL_FEATURES: Features = [];
/**
 * Some fonts, as those of Telugu, Malayalam and Gurmukhi, have no place for a mark above certain letters, at which the shaper
 * fails. Without that feature, marks stand where the font draws them.
 */
const NO_MARKS_ABOVE: Features = { abvm: false };

/** Longer words are cut at places that only pdfkit knows. */
const LONGEST_WORD = 40;

/** Whether a run can be shaped, by its lines and by its words; some sequences that no language has cannot. */
function canShape({ face, text }: Run, features: Features): boolean {
  const words = text.split(' ');
  if (features === ALL_FEATURES && words.some((word) => word.length > LONGEST_WORD)) return false;
  try {
    for (const part of [text, ...words]) face.font.layout(part, features);
    return true;
  } catch {
    return false;
  }
}

const isSerif = (face: Face) => SERIF.includes(face);

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
    document.text(text, options);
  } finally {
    document._fragment = fragment;
    document.addContent = add;
  }
}

/** Sets text in a document in letters that its fonts have, shaped as each script needs. */
export function pdfFont(given: PDFKit.PDFDocument): PdfFont {
  const document = given as Document;
  const { ascent, unitsPerEm } = SERIF[0].font;
  const registered = new Set<Face>();
  let leftOut = false;

  const register = (face: Face) => {
    if (!registered.has(face)) document.registerFont(face.name, face.file);
    registered.add(face);
  };
  SERIF.forEach(register);

  /** Which face sets a letter that follows one set in `last`; undefined where none can. */
  function faceFor(letter: string, last: Face | undefined): Face | undefined {
    const script = OTHERS.filter(({ letters }) => letters.test(letter));
    // Marks, signs and joiners belong to their neighbour.
    if (script.length === 0 && last !== undefined && !isSerif(last) && last.has(letter)) return last;
    return [...script, ...SERIF].find(({ has }) => has(letter));
  }

  /** A word, in the serif if that has all of it. */
  function runsOf(word: string): Run[] {
    const letters = Array.from(word);
    const isPlain = letters.every((letter) => SERIF.some(({ has }) => has(letter)));
    const runs: Run[] = [];
    for (const letter of letters) {
      const last = runs.at(-1);
      const find = (some: string) =>
        isPlain ? SERIF.find(({ has }) => has(some)) : faceFor(some, last?.face);
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

  /** A paragraph; adjacent runs of one face are one, so that lines of Arabic run from the right. */
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

  return {
    isIncomplete: () => leftOut,
    write(text, size, options = {}) {
      const all = layOut(text);
      const runs = all.filter((run) => isSerif(run.face) || canShape(run, NO_MARKS_ABOVE));
      if (runs.length < all.length) leftOut = true;
      if (!runs.some((run) => /[\p{L}\p{N}]/u.test(run.text))) return;
      // pdfkit measures a whole paragraph with the features of its first run.
      const others = runs.filter((run) => !isSerif(run.face));
      const features = others.every((run) => canShape(run, ALL_FEATURES)) ? ALL_FEATURES : NO_MARKS_ABOVE;
      const shaped = others.length === 0 ? options : { ...options, features: features as OpenTypeFeatures[] };
      // Whatever the face, letters stand on one line.
      const baseline = (-ascent / unitsPerEm) * size;
      for (const [index, run] of runs.entries()) {
        const runOptions = { ...shaped, baseline, continued: index < runs.length - 1 };
        register(run.face);
        document.font(run.face.name, size);
        if (isSerif(run.face)) document.text(run.text, runOptions);
        else writeShaped(document, run, runOptions);
      }
    },
  };
}
