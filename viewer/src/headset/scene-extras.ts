import type { Programs } from '../render/program.ts';
import { setWhole } from '../render/receive.ts';
import { Retouch } from '../render/retouch.ts';
import type { SceneState } from '../render/scene-state.ts';
import { loadRetouch } from '../retouch/retouch.ts';
import type { Scene } from '../types.ts';

/** What draws a scene's `adjust` and `nadir` for an eye; undefined where it has none, and once the scene has been freed. */
export async function createSceneRetouch(
  scene: Scene,
  programs: Programs,
  signal: AbortSignal,
): Promise<Retouch | undefined> {
  if (!scene.adjust && !scene.nadir) return undefined;
  const retouch = await loadRetouch(scene, signal);
  if (!signal.aborted) return new Retouch(programs, retouch);
  retouch.image?.close();
  return undefined;
}

/** Takes a video's frames from the video itself, whose own callbacks may rest while a headset shows something. */
export class VideoFrames {
  readonly #video: HTMLVideoElement;
  readonly #programs: Programs;
  readonly #maxSize: number;
  readonly #signal: AbortSignal;
  #timeSeconds = -1;
  #isReducing = false;

  /**
   * @param maxSize of a texture, in pixels; larger frames are drawn smaller
   * @param signal aborted when the scene is freed
   */
  constructor(video: HTMLVideoElement, programs: Programs, maxSize: number, signal: AbortSignal) {
    this.#video = video;
    this.#programs = programs;
    this.#maxSize = maxSize;
    this.#signal = signal;
  }

  /** Sends the frame of now to the GPU, unless it is there. */
  update(state: SceneState): void {
    const video = this.#video;
    if (video.readyState < video.HAVE_CURRENT_DATA || this.#isReducing) return;
    if (video.currentTime === this.#timeSeconds) return;
    this.#timeSeconds = video.currentTime;
    if (video.videoWidth > this.#maxSize) void this.#reduce(state);
    else setWhole(state, this.#programs, video);
  }

  async #reduce(state: SceneState): Promise<void> {
    this.#isReducing = true;
    const frame = await createImageBitmap(this.#video, { resizeWidth: this.#maxSize }).catch(() => undefined);
    this.#isReducing = false;
    if (frame && !this.#signal.aborted) setWhole(state, this.#programs, frame);
    frame?.close();
  }
}
