import { directionOf } from '../hotspots/directions.ts';
import { DEGREE, type Vector3, wrapAngle } from '../math/view.ts';
import { createTexture } from '../render/program.ts';
import { PANEL_UNIT, type Quad } from './quads.ts';
import { angleBetween, scale } from './vectors.ts';

/** From the head, in metres. */
const DISTANCE = 2;
/** Pixels to a degree: a little more than headsets have. */
const DENSITY = 28;
/** Capitals of this font are 1.35 degrees high: smaller ones are hard to read in a headset. */
const FONT_DEGREES = 1.9;
const LINE_HEIGHT = 1.4;
const PADDING = FONT_DEGREES * 0.8;
const MAX_WIDTH = 34;
const MAX_LINES = 14;
const CREAM = '#fbf1e5';
const INK = '#2a2117';

/** A text on a card two metres away, upright and turned to the head. */
export class Panel {
  readonly #gl: WebGL2RenderingContext;
  readonly #font: string;
  readonly texture: WebGLTexture;
  #middle: Vector3 = [0, 0, -1];
  /** Half of its width and height, in radians. */
  #reach = { x: 0, y: 0 };
  #text = '';

  constructor(gl: WebGL2RenderingContext, font: string) {
    this.#gl = gl;
    this.#font = font;
    this.texture = createTexture(gl, gl.TEXTURE_2D, PANEL_UNIT, gl.CLAMP_TO_EDGE);
  }

  /** The empty text is not shown. */
  get text(): string {
    return this.#text;
  }

  hide(): void {
    this.#text = '';
  }

  /** @param below how far under the direction its upper edge is, in radians; otherwise its middle is there */
  show(text: string, direction: Vector3, below?: number): void {
    if (text !== this.#text) this.#write(text);
    this.#text = text;
    const pitch = Math.asin(direction[1]) - (below === undefined ? 0 : below + this.#reach.y);
    const level = Math.cos(pitch) / Math.max(1e-6, Math.hypot(direction[0], direction[2]));
    this.#middle = [direction[0] * level, Math.sin(pitch), direction[2] * level];
  }

  /** Whether it lies over a direction. */
  covers(direction: Vector3): boolean {
    const [to, from] = [directionOf(direction), directionOf(this.#middle)];
    const across = Math.abs(wrapAngle(to.yaw - from.yaw)) * Math.cos(from.pitch);
    const upwards = Math.abs(to.pitch - from.pitch);
    return this.#text !== '' && across < this.#reach.x && upwards < this.#reach.y;
  }

  isFarFrom(direction: Vector3): boolean {
    return angleBetween(direction, this.#middle) > Math.max(this.#reach.x, this.#reach.y) + 12 * DEGREE;
  }

  get quad(): Quad {
    const [x, y, z] = this.#middle;
    const level = Math.hypot(x, z) || 1;
    return {
      middle: scale(this.#middle, DISTANCE),
      right: scale([-z / level, 0, x / level], DISTANCE * Math.tan(this.#reach.x)),
      up: scale([(-x * y) / level, level, (-z * y) / level], DISTANCE * Math.tan(this.#reach.y)),
    };
  }

  free(): void {
    this.#gl.deleteTexture(this.texture);
  }

  #write(text: string): void {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!context) return;
    const font = `${FONT_DEGREES * DENSITY}px ${this.#font}`;
    context.font = font;
    const lines = wrapped(text, MAX_WIDTH * DENSITY, (part) => context.measureText(part).width);
    const width = Math.max(...lines.map((line) => context.measureText(line).width)) / DENSITY + PADDING * 2;
    const height = lines.length * FONT_DEGREES * LINE_HEIGHT + PADDING * 1.6;
    this.#reach = { x: (width / 2) * DEGREE, y: (height / 2) * DEGREE };
    canvas.width = Math.round(width * DENSITY);
    canvas.height = Math.round(height * DENSITY);
    context.fillStyle = CREAM;
    context.beginPath();
    // A clear edge is drawn smoothly.
    context.roundRect(1, 1, canvas.width - 2, canvas.height - 2, 0.6 * DENSITY);
    context.fill();
    context.fillStyle = INK;
    context.textBaseline = 'middle';
    const step = FONT_DEGREES * LINE_HEIGHT * DENSITY;
    const top = PADDING * 0.8 * DENSITY;
    const hasTitle = text.includes('\n');
    lines.forEach((line, index) => {
      context.font = hasTitle && index === 0 ? `600 ${font}` : font;
      context.fillText(line, PADDING * DENSITY, top + (index + 0.5) * step);
    });
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0 + PANEL_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  }
}

const GRAPHEMES = new Intl.Segmenter();

/** Lines no wider than `width`, broken inside of words that are wider; the last one says when there would be more. */
export function wrapped(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines = text.split('\n').flatMap((paragraph) => {
    const rows: string[] = [];
    let row = '';
    for (const word of paragraph.split(/\s+/)) {
      const longer = row ? `${row} ${word}` : word;
      if (widthOf(longer) <= width) {
        row = longer;
        continue;
      }
      if (row) rows.push(row);
      row = '';
      for (const { segment } of GRAPHEMES.segment(word)) {
        if (row && widthOf(row + segment) > width) {
          rows.push(row);
          row = '';
        }
        row += segment;
      }
    }
    return [...rows, row];
  });
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]} …`];
}
