import PDFDocument from 'pdfkit';
import { serif } from '../pdf/font.ts';

/** A line of type as shapes, so that a picture of it needs no font of the machine that draws it. */
export interface Lettering {
  /** For the `d` of an SVG path; the base line is at 0, y points down. */
  path: string;
  width: number;
}

/**
 * Draws a line in the serif of the site.
 *
 * @param size in pixels per em
 * @returns undefined for a text of which the serif has no letter
 */
export function letter(text: string, size: number): Lettering | undefined {
  const fonts = serif(new PDFDocument({ autoFirstPage: false }));
  const shapes: string[] = [];
  let width = 0;
  for (const character of text.normalize('NFC')) {
    const font = fonts.find(({ has }) => has(character))?.font;
    if (font === undefined) continue;
    const scale = size / font.unitsPerEm;
    const [glyph] = font.layout(character).glyphs;
    if (glyph === undefined) continue;
    shapes.push(glyph.path.scale(scale, -scale).translate(width, 0).toSVG());
    width += glyph.advanceWidth * scale;
  }
  return width === 0 ? undefined : { path: shapes.join(''), width };
}
