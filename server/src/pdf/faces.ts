import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** A file of a typeface (all under the SIL Open Font License), with the letters of one script or a part of them. */
export interface Face {
  name: string;
  /** What it is for; whether it has a certain letter, only the file says. */
  letters: RegExp;
  isRightToLeft: boolean;
  /** The file, read once. */
  readonly file: Buffer;
  /** Its glyphs and how they are shaped, read once. */
  readonly font: Font;
  has(letter: string): boolean;
}

function once<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

function face(family: string, subset: string, letters: RegExp, isRightToLeft = false): Face {
  const file = once(() =>
    readFileSync(require.resolve(`@fontsource/${family}/files/${family}-${subset}-400-normal.woff`)),
  );
  const font = once(() => {
    const opened = create(file());
    if (!('layout' in opened)) throw new Error(`${family} is a collection of fonts`);
    return opened;
  });
  return {
    name: `${family}-${subset}`,
    letters,
    isRightToLeft,
    get file() {
      return file();
    },
    get font() {
      return font();
    },
    has: (letter) => font().hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  };
}

/** The site's own serif: all letters of most languages that are written in Latin. */
export const SERIF: readonly [Face, Face] = [
  face('instrument-serif', 'latin', /\p{Script=Latin}/u),
  face('instrument-serif', 'latin-ext', /\p{Script=Latin}/u),
];

/** The face of plain text. */
export const PLAIN_FACE = SERIF[0].name;

/**
 * What is set where the serif lacks a letter: the scripts of Europe, of India and Arabic. Those of East Asia would be many
 * megabytes.
 */
export const OTHERS: readonly Face[] = [
  ...['latin', 'latin-ext', 'vietnamese'].map((subset) => face('noto-sans', subset, /\p{Script=Latin}|₹/u)),
  ...['greek', 'greek-ext'].map((subset) => face('noto-sans', subset, /\p{Script=Greek}/u)),
  ...['cyrillic', 'cyrillic-ext'].map((subset) => face('noto-sans', subset, /\p{Script=Cyrillic}/u)),
  face('noto-sans-devanagari', 'devanagari', /\p{Script=Devanagari}/u),
  face('noto-sans-bengali', 'bengali', /\p{Script=Bengali}/u),
  face('noto-sans-gujarati', 'gujarati', /\p{Script=Gujarati}/u),
  face('noto-sans-gurmukhi', 'gurmukhi', /\p{Script=Gurmukhi}/u),
  face('noto-sans-kannada', 'kannada', /\p{Script=Kannada}/u),
  face('noto-sans-malayalam', 'malayalam', /\p{Script=Malayalam}/u),
  face('noto-sans-oriya', 'oriya', /\p{Script=Oriya}/u),
  face('noto-sans-tamil', 'tamil', /\p{Script=Tamil}/u),
  face('noto-sans-telugu', 'telugu', /\p{Script=Telugu}/u),
  face('noto-naskh-arabic', 'arabic', /\p{Script=Arabic}/u, true),
];
