import type { Matrix, Vector3 } from '../math/view.ts';
import type { LoadOptions } from '../types.ts';
import type { EyesHost, EyesScene, OffsetEye } from './eyes-scene.ts';

/** A visitor who looks around in a headset, or in one that holds a phone. */
export interface Headset {
  /** Ends the visit, as the device's own button does. */
  end(): void;
}

/** What is said of a hotspot that leads nowhere by itself. */
export type Answer = string | undefined;

export interface HeadsetOptions {
  /**
   * A hotspot was pressed: with a controller, a hand or by looking at it. The page shows another scene with the viewer's `go` or
   * `load`, or returns a text, which is shown on a card.
   */
  onHotspot?: ((id: string) => Answer | Promise<Answer>) | undefined;
  /** Asked for the scene in view under fresh URLs. */
  renewScene?: LoadOptions['renewScene'];
  /** For stereo pictures whose right eye comes first. */
  swapEyes?: boolean | undefined;
  /** Called for each eye of each frame, once everything else is drawn: for captions, and for what is heard. */
  onEye?: ((...moment: EyeMoment) => void) | undefined;
  /** The visitor is back: the view looks where the head did. */
  onEnd?: (() => void) | undefined;
}

/** What an eye sees at a moment, in the world: a list, since names weigh more than the script of headsets has left. */
export type EyeMoment = [
  eye: OffsetEye,
  head: Matrix,
  host: Pick<EyesHost, 'programs'>,
  /** With the film in view, if it is one. */
  scene: Pick<EyesScene, 'video'>,
  /** Loads what draws texts; with hotspots it is there already. */
  loadSigns: () => Promise<typeof import('./signs.ts') | undefined>,
];

/** One moment, in the frame of the room that the visitor is in. */
export interface Moment {
  timeMs: number;
  head: Matrix;
  eyes: OffsetEye[];
  /** Where controllers and hands point; undefined where visitors press by looking. */
  rays: readonly Vector3[] | undefined;
}
