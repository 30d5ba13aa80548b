import type { HotspotKind } from '../types.ts';

const SVG = 'http://www.w3.org/2000/svg';
const CSS = `
.o360-glyph{display:none;width:100%;height:100%;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
@media (forced-colors:active){
.o360-spot{background:ButtonFace;color:ButtonText;border:2px solid ButtonText}
a.o360-spot{color:LinkText;border-color:LinkText}
.o360-spot[data-kind=door]{border-radius:4px;border-width:4px}
.o360-spot[data-away]{opacity:0}
.o360-spot[data-lit]{background:Highlight;color:HighlightText;border-color:HighlightText}
.o360-spot:focus-visible{outline:3px solid Highlight;outline-offset:2px}
.o360-glyph{display:block}
.o360-label{border:1px solid CanvasText;background:Canvas;color:CanvasText}
}`;

let sheet: CSSStyleSheet | undefined;

/**
 * Has spots look like buttons and links of the visitor's own colours, which cover the markers, while colours are forced.
 *
 * @param glyphs lines in a square of 24; given, so that they stay in the script of the markers
 */
export function addForcedColours(spots: readonly HTMLElement[], glyphs: Record<HotspotKind, string>): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    document.adoptedStyleSheets.push(sheet);
  }
  for (const spot of spots) {
    if (spot.firstElementChild instanceof SVGElement) continue;
    const glyph = document.createElementNS(SVG, 'svg');
    glyph.setAttribute('class', 'o360-glyph');
    glyph.setAttribute('viewBox', '0 0 24 24');
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', glyphs[spot.dataset.kind as HotspotKind]);
    glyph.append(path);
    spot.prepend(glyph);
  }
}
