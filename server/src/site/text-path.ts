import { SERIF } from '../pdf/faces.ts';

/** A line of text as shapes, so that rendering it needs no installed font. */
export interface TextPath {
  /** For the `d` of an SVG path; the baseline is at y = 0, y points down. */
  path: string;
  width: number;
}

/**
 * Converts a line of text to a path in the built-in serif font.
 *
 * @param size in pixels per em
 * @returns undefined if the font has no glyph of the text
 */
export function textToPath(text: string, size: number): TextPath | undefined {
  const shapes: string[] = [];
  let width = 0;
  for (const character of text.normalize('NFC')) {
    const font = SERIF.find(({ has }) => has(character))?.font;
    if (font === undefined) continue;
    const scale = size / font.unitsPerEm;
    const [glyph] = font.layout(character).glyphs;
    if (glyph === undefined) continue;
    shapes.push(glyph.path.scale(scale, -scale).translate(width, 0).toSVG());
    width += glyph.advanceWidth * scale;
  }
  return width === 0 ? undefined : { path: shapes.join(''), width };
}
