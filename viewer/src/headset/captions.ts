import { cameraMatrix, DEGREE, pointing, type Vector3, wrapAngle } from '../math/view.ts';
import type { Programs } from '../render/program.ts';
import type { OffsetEye } from './eyes-scene.ts';
import type { EyeMoment } from './options.ts';

/** From the line of sight down to the upper edge. */
const BELOW = 13 * DEGREE;
/** The head turns so far before the panel follows, so that it can be read to its ends. */
const LEASH = 8 * DEGREE;
/** The panel comes after the head by this share of what is beyond the leash, in a second. */
const PACE = 6;
/** Nearer to the poles a panel would spin. */
const STEEPEST = 70 * DEGREE;

/** A text from one second of a film to another. */
export interface TimedText {
  from: number;
  to: number;
  text: string;
}

/** The captions of a film on a panel below the line of sight, which follows the head with a little delay. */
export class HeadsetCaptions {
  /** Those of the film in view; none hide the panel. */
  cues: readonly TimedText[] = [];
  readonly #font: string;
  #programs: Programs | undefined;
  #drawText: ((text: string, eye: OffsetEye) => void) | undefined;
  #looked = { yaw: 0, pitch: 0 };
  #lastMs = Number.NEGATIVE_INFINITY;

  /** @param font a CSS font family */
  constructor(font: string) {
    this.#font = font;
  }

  /** Pass it to what `onEye` is given. */
  draw(...[eye, head, host, scene, loadSigns]: EyeMoment): void {
    const second = scene.video?.currentTime ?? Number.NaN;
    const text = this.cues.find(({ from, to }) => from <= second && second < to)?.text;
    this.#follow(pointing(head));
    if (!text) return;
    if (host.programs !== this.#programs) void this.#begin(host.programs, loadSigns);
    this.#drawText?.(text, eye);
  }

  /** Another visit has a context of its own; that of the one before took its texture along. */
  async #begin(programs: Programs, loadSigns: EyeMoment[4]): Promise<void> {
    this.#programs = programs;
    this.#drawText = undefined;
    const script = await loadSigns();
    if (!script || programs !== this.#programs || programs.gl.isContextLost()) return;
    const [Panel, Quads] = script.TEXTS;
    const quads = new Quads(programs);
    const panel = new Panel(programs.gl, this.#font);
    this.#drawText = (text, eye) => {
      panel.show(text, this.#direction, BELOW);
      quads.drawPanel(eye, panel);
    };
  }

  get #direction(): Vector3 {
    const [, , , , , , x = 0, y = 0, z = 0] = cameraMatrix({ ...this.#looked, roll: 0, fov: 0 });
    return [-x, -y, -z];
  }

  #follow({ yaw, pitch }: { yaw: number; pitch: number }): void {
    const now = performance.now();
    // The first time at once, and whenever nothing was drawn for a while.
    const passed = Math.min(1, ((now - this.#lastMs) / 1000) * PACE);
    this.#lastMs = now;
    const right = wrapAngle(yaw - this.#looked.yaw);
    const up = Math.min(STEEPEST, Math.max(-STEEPEST + BELOW, pitch)) - this.#looked.pitch;
    const away = Math.hypot(right, up);
    const leash = passed < 1 ? LEASH : 0;
    const step = away > leash ? (1 - leash / away) * passed : 0;
    this.#looked = { yaw: this.#looked.yaw + right * step, pitch: this.#looked.pitch + up * step };
  }
}
