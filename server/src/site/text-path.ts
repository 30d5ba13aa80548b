import { SERIF } from '../pdf/faces.ts';

/** A line of type as shapes, so that an image of it needs no font of the machine that draws it. */
export interface TextPath {
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
