import { type Matrix, pointing } from '../math/view.ts';
import type { Direction } from '../types.ts';
import type { Viewer } from '../viewer.ts';
import { createPanner, turnListener } from './space.ts';

/** A sound of a scene. */
export interface SceneSound {
  src: string;
  /** In radians, in the picture's frame; without it, it is heard from everywhere. */
  at?: Direction | undefined;
  /** From 0 to 1; default 1. */
  volume?: number | undefined;
  /** Default true. */
  loop?: boolean | undefined;
}

const FADE_SECONDS = 1;

/** A sound that is heard, or fades out. */
interface Voice {
  element: HTMLAudioElement;
  gain: GainNode;
  panner: PannerNode | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Plays the sounds of the scene in view, each from its direction, however the visitor turns. Create it in a click: browsers want
 * a gesture before sound. It is silent while the page is hidden, and ends with the viewer.
 */
export class Soundscape {
  readonly #viewer: Viewer;
  readonly #context = new AudioContext();
  readonly #abort = new AbortController();
  /** By URL, so that what both of two scenes have plays on. */
  readonly #voices = new Map<string, Voice>();

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    const { signal } = this.#abort;
    const off = viewer.on('viewchange', () => this.#turn());
    signal.addEventListener('abort', off);
    viewer.parts.signal.addEventListener('abort', () => this.destroy(), { signal });
    document.addEventListener('visibilitychange', () => this.#rest(), { signal });
    void this.#context.resume();
  }

  /** Fades over to the sounds of the scene that the viewer shows now. */
  set(sounds: readonly SceneSound[]): void {
    if (this.#abort.signal.aborted) return;
    const wanted = new Set(sounds.map(({ src }) => src));
    for (const [src, voice] of this.#voices) if (!wanted.has(src)) this.#fadeOut(src, voice);
    for (const sound of sounds) this.#fadeIn(sound);
    this.#turn();
    this.#rest();
  }

  /** Turns what is heard to a head, a rotation in the world: a headset's, whose view is none of the page's. */
  turnTo(head: Matrix): void {
    const { yaw, pitch } = pointing(head);
    turnListener(this.#context.listener, yaw, pitch);
  }

  destroy(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    for (const { element, timer } of this.#voices.values()) {
      clearTimeout(timer);
      element.pause();
      element.removeAttribute('src');
    }
    this.#voices.clear();
    void this.#context.close();
  }

  #fadeIn({ src, at, volume = 1, loop = true }: SceneSound): void {
    const voice = this.#voices.get(src) ?? this.#create(src);
    clearTimeout(voice.timer);
    voice.element.loop = loop;
    voice.gain.disconnect();
    voice.panner?.disconnect();
    // Its direction is one of this scene's picture.
    voice.panner = at && createPanner(this.#context, at, this.#viewer.parts.camera.scene.pose);
    voice.gain.connect(voice.panner ?? this.#context.destination);
    voice.panner?.connect(this.#context.destination);
    this.#ramp(voice, volume);
  }

  #create(src: string): Voice {
    const element = new Audio();
    // In frames without an origin, our own files are another site's, which would be silent here.
    element.crossOrigin = 'anonymous';
    element.src = src;
    const gain = new GainNode(this.#context, { gain: 0 });
    this.#context.createMediaElementSource(element).connect(gain);
    const voice = { element, gain, panner: undefined };
    this.#voices.set(src, voice);
    return voice;
  }

  #fadeOut(src: string, voice: Voice): void {
    clearTimeout(voice.timer);
    this.#ramp(voice, 0);
    voice.timer = setTimeout(() => {
      this.#voices.delete(src);
      voice.element.pause();
      voice.element.removeAttribute('src');
      voice.gain.disconnect();
      voice.panner?.disconnect();
    }, FADE_SECONDS * 1000);
  }

  #ramp({ gain: { gain } }: Voice, volume: number): void {
    const { currentTime } = this.#context;
    gain.cancelScheduledValues(currentTime);
    gain.setValueAtTime(gain.value, currentTime);
    gain.linearRampToValueAtTime(volume, currentTime + FADE_SECONDS);
  }

  #turn(): void {
    const { yaw, pitch } = this.#viewer.parts.camera.orientation;
    turnListener(this.#context.listener, yaw, pitch);
  }

  /** Plays while the page is seen. */
  #rest(): void {
    for (const { element } of this.#voices.values()) {
      if (document.hidden) element.pause();
      else if (!element.ended) element.play().catch(() => {});
    }
  }
}
