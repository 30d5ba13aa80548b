import sharp from 'sharp';

/** Metres; y grows upwards on the plan. */
export type Point = readonly [x: number, y: number];
/** Left, bottom, right and top in metres. */
export type Area = readonly [left: number, bottom: number, right: number, top: number];

const INK = '#43372a';
const LINE = '#b8a888';
export const FLOOR = '#fbf6ec';
export const PAVING = '#f0e6d4';
export const GARDEN = '#dde2cb';
export const WATER = '#bfd5d6';
const PAPER = '#f4ecdf';
const WALL_M = 0.28;

/** A floor plan that is drawn to scale, without words: the pages put names on it that can be read aloud. */
export class Drawing {
  readonly #area: Area;
  readonly #scale: number;
  readonly #parts: string[] = [];

  /** @param scale pixels of a metre */
  constructor(area: Area, scale: number) {
    this.#area = area;
    this.#scale = scale;
  }

  /** The size in pixels. */
  get size(): { width: number; height: number } {
    const [left, bottom, right, top] = this.#area;
    return {
      width: Math.round((right - left) * this.#scale),
      height: Math.round((top - bottom) * this.#scale),
    };
  }

  /** The pixel of a point, for the places of scenes. */
  pixel([x, y]: Point): Point {
    const [left, , , top] = this.#area;
    return [(x - left) * this.#scale, (top - y) * this.#scale];
  }

  ground([left, bottom, right, top]: Area, fill: string, radius = 0): this {
    const [x, y] = this.pixel([left, top]);
    const [width, height] = [(right - left) * this.#scale, (top - bottom) * this.#scale];
    return this.#add(
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius * this.#scale}" fill="${fill}"/>`,
    );
  }

  /** Lines of slabs or boards. @param step metres between them, across and up; 0 for none */
  joints([left, bottom, right, top]: Area, [across, up]: Point, colour = '#e2d5bd'): this {
    for (let x = left + across; across > 0 && x < right - 0.01; x += across)
      this.#stroke([x, bottom], [x, top], 1, colour);
    for (let y = bottom + up; up > 0 && y < top - 0.01; y += up)
      this.#stroke([left, y], [right, y], 1, colour);
    return this;
  }

  wall(...points: Point[]): this {
    const path = points.map((point) => this.pixel(point).join(' ')).join('L');
    return this.#add(
      `<path d="M${path}" fill="none" stroke="${INK}" stroke-width="${WALL_M * this.#scale}" stroke-linecap="square" stroke-linejoin="miter"/>`,
    );
  }

  /** A floor with walls around it. @param step of its joints, as `joints` takes it */
  room([left, bottom, right, top]: Area, fill = FLOOR, step: Point = [0, 0], colour = '#f0e8d8'): this {
    this.ground([left, bottom, right, top], fill).joints([left, bottom, right, top], step, colour);
    return this.wall([left, bottom], [right, bottom], [right, top], [left, top], [left, bottom]);
  }

  /** A window in a wall: a gap with two panes. */
  window(from: Point, to: Point): this {
    this.opening(from, to);
    const [dx, dy] = from[1] === to[1] ? [0, 0.07] : [0.07, 0];
    for (const side of [-1, 1])
      this.#stroke(
        [from[0] + side * dx, from[1] + side * dy],
        [to[0] + side * dx, to[1] + side * dy],
        1.5,
        INK,
      );
    return this;
  }

  opening(from: Point, to: Point, fill = FLOOR): this {
    return this.#stroke(from, to, (WALL_M + 0.04) * this.#scale, fill);
  }

  /** A door: its gap, its leaf and how it turns. @param swing where the open leaf ends */
  door(hinge: Point, closed: Point, swing: Point): this {
    this.opening(hinge, closed);
    this.#stroke(hinge, swing, 2, INK);
    const radius = Math.hypot(closed[0] - hinge[0], closed[1] - hinge[1]) * this.#scale;
    const cross =
      (swing[0] - hinge[0]) * (closed[1] - hinge[1]) - (swing[1] - hinge[1]) * (closed[0] - hinge[0]);
    const arc = `M${this.pixel(swing).join(' ')}A${radius} ${radius} 0 0 ${cross < 0 ? 1 : 0} ${this.pixel(closed).join(' ')}`;
    return this.#add(`<path d="${arc}" fill="none" stroke="${LINE}" stroke-width="1.2"/>`);
  }

  /** Furniture with square corners. @param degrees clockwise */
  block([x, y]: Point, [width, depth]: Point, { degrees = 0, fill = '#fffdf8', radius = 0.06 } = {}): this {
    const [cx, cy] = this.pixel([x, y]);
    const [w, h] = [width * this.#scale, depth * this.#scale];
    return this.#add(
      `<rect x="${cx - w / 2}" y="${cy - h / 2}" width="${w}" height="${h}" rx="${radius * this.#scale}" transform="rotate(${degrees} ${cx} ${cy})" fill="${fill}" stroke="${LINE}" stroke-width="1.5"/>`,
    );
  }

  round([x, y]: Point, radius: number | Point, fill = '#fffdf8', line = LINE): this {
    const [cx, cy] = this.pixel([x, y]);
    const [rx, ry] = typeof radius === 'number' ? [radius, radius] : radius;
    return this.#add(
      `<ellipse cx="${cx}" cy="${cy}" rx="${rx * this.#scale}" ry="${ry * this.#scale}" fill="${fill}" stroke="${line}" stroke-width="1.5"/>`,
    );
  }

  /** A round table with chairs. */
  table([x, y]: Point, radius: number, chairs: number): this {
    for (let chair = 0; chair < chairs; chair++) {
      const angle = (2 * Math.PI * (chair + 0.5)) / chairs;
      const reach = radius + 0.22;
      this.round([x + reach * Math.cos(angle), y + reach * Math.sin(angle)], 0.22, PAVING);
    }
    return this.round([x, y], radius);
  }

  tree(at: Point, radius: number): this {
    return this.round(at, radius, '#c3cda9', '#a3b184').round(at, radius * 0.12, '#a3b184', '#a3b184');
  }

  stairs([left, bottom, right, top]: Area, steps: number): this {
    this.ground([left, bottom, right, top], PAVING);
    return this.joints([left, bottom, right, top], [0, (top - bottom) / steps], LINE);
  }

  line(from: Point, to: Point, dashes = ''): this {
    return this.#stroke(from, to, 1.5, LINE, dashes);
  }

  /** @param file a JPEG */
  async write(file: string): Promise<void> {
    const { width, height } = this.size;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${PAPER}"/>${this.#parts.join('')}</svg>`;
    await sharp(Buffer.from(svg))
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4', mozjpeg: true })
      .toFile(file);
  }

  #stroke(from: Point, to: Point, width: number, colour: string, dashes = ''): this {
    const [x1, y1] = this.pixel(from);
    const [x2, y2] = this.pixel(to);
    return this.#add(
      `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${dashes}"/>`,
    );
  }

  #add(part: string): this {
    this.#parts.push(part);
    return this;
  }
}
