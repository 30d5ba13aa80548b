/** The screen's pixels, by their place in CSS pixels. */
export class Screen {
  readonly #pixels: Buffer;
  readonly width: number;
  readonly height: number;

  constructor(pixels: Buffer, width: number, height: number) {
    this.#pixels = pixels;
    this.width = width;
    this.height = height;
  }

  at(x: number, y: number): [number, number, number] {
    const offset = (Math.round(y) * this.width + Math.round(x)) * 3;
    return [this.#pixels[offset] ?? 0, this.#pixels[offset + 1] ?? 0, this.#pixels[offset + 2] ?? 0];
  }

  /** Direction, in radians, that the colour at a point of the `direction` pictures encodes. */
  direction(x = this.width / 2, y = this.height / 2): { yaw: number; pitch: number } {
    const [r, g, b] = this.at(x, y);
    return { yaw: Math.atan2(r - 127.5, b - 127.5), pitch: Math.PI / 2 - (g / 255) * Math.PI };
  }

  /** Share of the pixels that differ from another screen's by more than 10 in any channel. */
  difference(other: Screen): number {
    let count = 0;
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const [mine, theirs] = [this.at(x, y), other.at(x, y)];
        if (mine.some((value, channel) => Math.abs(value - (theirs[channel] ?? 0)) > 10)) count++;
      }
    }
    return count / (this.width * this.height);
  }

  /** The largest step of any channel between neighbouring pixels. */
  largestStep(): number {
    let largest = 0;
    for (let y = 1; y < this.height; y++) {
      for (let x = 1; x < this.width; x++) {
        const offset = (y * this.width + x) * 3;
        for (let channel = 0; channel < 3; channel++) {
          const here = this.#pixels[offset + channel] ?? 0;
          const left = this.#pixels[offset + channel - 3] ?? 0;
          const above = this.#pixels[offset + channel - this.width * 3] ?? 0;
          largest = Math.max(largest, Math.abs(here - left), Math.abs(here - above));
        }
      }
    }
    return largest;
  }
}
