import { sphereWidth } from '../math/placement.ts';
import type { Scene, VideoScene } from '../types.ts';
import { MediaError, MediaFetcher } from './media-fetcher.ts';
import { reportError, type Source, type SourceContext } from './source.ts';

/** Frames in flight to the stage; more would only take buffers from the decoder. */
const MAX_FRAMES_IN_FLIGHT = 2;

/** A video: the element that plays it, and each of its frames to the stage as it is shown. */
export class VideoSource implements Source {
  readonly #context: SourceContext;
  readonly #fetcher: MediaFetcher<VideoScene>;
  readonly #abort = new AbortController();
  readonly #video = document.createElement('video');
  #maxWidth = Number.POSITIVE_INFINITY;
  #framesInFlight = 0;
  #isFrameWaiting = false;
  #hasFrame = false;
  #hasRenewed = false;

  constructor(scene: VideoScene, context: SourceContext, renewScene: (() => Promise<Scene>) | undefined) {
    this.#context = context;
    this.#fetcher = new MediaFetcher(scene, renewScene, context);
    void context.maxTextureSize().then((size) => {
      this.#maxWidth = size;
    });
    const video = this.#video;
    video.crossOrigin = 'anonymous';
    video.playsInline = true;
    video.preload = 'auto';
    video.loop = scene.loop ?? true;
    video.muted = scene.muted ?? true;
    context.begin({ capacity: 0 });
    this.#listen();
    video.src = this.#url();
    this.#watchFrames();
    if (scene.autoplay ?? true) void this.play();
    if (scene.poster) void this.#loadPoster();
  }

  get element(): HTMLVideoElement {
    return this.#video;
  }

  /** Plays; when the browser wants a gesture first, emits `autoplayblocked` instead. */
  async play(): Promise<void> {
    try {
      await this.#video.play();
    } catch (error) {
      const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
      if (isBlocked && !this.#abort.signal.aborted) this.#context.emit('autoplayblocked', undefined);
    }
  }

  viewChanged(): void {
    // The stage redraws the frame that it has.
  }

  restore(): void {
    this.#framesInFlight = 0;
    this.#context.begin({ capacity: 0 });
    if (this.#hasFrame) this.#sendFrame();
    else if (this.#fetcher.scene.poster) void this.#loadPoster();
  }

  /** The stage has drawn a frame and can take another. */
  frameDrawn(): void {
    this.#framesInFlight = Math.max(0, this.#framesInFlight - 1);
    if (this.#isFrameWaiting) this.#sendFrame();
  }

  destroy(): void {
    this.#abort.abort();
    this.#video.pause();
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  #url(): string {
    const { sources } = this.#fetcher.scene;
    const playable = sources.find(({ type }) => !type || this.#video.canPlayType(type) !== '');
    return (playable ?? sources[0])?.src ?? '';
  }

  #listen(): void {
    const video = this.#video;
    const { emit } = this.#context;
    const { signal } = this.#abort;
    const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
      video.addEventListener(type, listener, { signal });
    const time = () =>
      emit('timeupdate', {
        currentTime: video.currentTime,
        duration: Number.isFinite(video.duration) ? video.duration : 0,
      });
    on('canplay', () => emit('canplay', undefined));
    on('playing', () => {
      this.#hasRenewed = false;
      emit('playing', undefined);
    });
    on('pause', () => emit('paused', undefined));
    on('ended', () => emit('ended', undefined));
    on('timeupdate', time);
    on('durationchange', time);
    on('loadedmetadata', () =>
      this.#context.widthKnown(sphereWidth(video.videoWidth, this.#context.placement)),
    );
    on('seeked', () => {
      time();
      // The frame's callback may come while the element still seeks and has no image to give.
      this.#sendFrame();
    });
    on('canplay', () => this.#isFrameWaiting && this.#sendFrame());
    on('volumechange', () => emit('volumechange', { muted: video.muted, volume: video.volume }));
    on('error', () => void this.#onError());
  }

  /** A signed URL that has expired looks like any other failure here, so it is renewed once before giving up. */
  async #onError(): Promise<void> {
    const video = this.#video;
    const { signal } = this.#abort;
    const message = video.error?.message || 'The video cannot be played';
    if (!this.#fetcher.canRenew || this.#hasRenewed) {
      reportError(this.#context, new MediaError('media', message, false), signal, true);
      return;
    }
    this.#hasRenewed = true;
    const { currentTime } = video;
    const wasPaused = video.paused;
    try {
      await this.#fetcher.renew();
    } catch (error) {
      reportError(this.#context, error, signal, true);
      return;
    }
    if (signal.aborted) return;
    video.src = this.#url();
    video.currentTime = currentTime;
    if (!wasPaused) void this.play();
  }

  async #loadPoster(): Promise<void> {
    const { signal } = this.#abort;
    try {
      const bitmap = await this.#fetcher.bitmap((scene) => scene.poster ?? '', signal);
      if (this.#hasFrame) bitmap.close();
      else this.#context.send({ type: 'preview', scene: this.#context.scene, bitmap }, [bitmap]);
    } catch (error) {
      reportError(this.#context, error, signal, false);
    }
  }

  /** One upload per frame that the browser presents, none while it presents none. */
  #watchFrames(): void {
    const next = () => {
      if (this.#abort.signal.aborted) return;
      this.#sendFrame();
      this.#video.requestVideoFrameCallback(next);
    };
    this.#video.requestVideoFrameCallback(next);
  }

  #sendFrame(): void {
    const video = this.#video;
    if (this.#abort.signal.aborted) return;
    const isReady = video.readyState >= video.HAVE_CURRENT_DATA;
    this.#isFrameWaiting = !isReady || this.#framesInFlight >= MAX_FRAMES_IN_FLIGHT;
    if (this.#isFrameWaiting) return;
    const { scene } = this.#context;
    if (video.videoWidth > this.#maxWidth) {
      void this.#sendReducedFrame();
    } else if (this.#context.isWorker()) {
      const frame = frameOf(video);
      this.#isFrameWaiting = !frame;
      if (!frame) return;
      this.#context.send({ type: 'frame', scene, frame }, [frame]);
    } else {
      this.#context.send({ type: 'frame', scene, frame: video });
    }
    this.#hasFrame = true;
    this.#framesInFlight++;
  }

  async #sendReducedFrame(): Promise<void> {
    const options = { resizeWidth: this.#maxWidth };
    const frame = await createImageBitmap(this.#video, options).catch(() => undefined);
    if (frame && !this.#abort.signal.aborted)
      this.#context.send({ type: 'frame', scene: this.#context.scene, frame }, [frame]);
    else this.frameDrawn();
  }
}

/** What a video shows now; undefined while it seeks, where it may have data and no frame. */
function frameOf(video: HTMLVideoElement): VideoFrame | undefined {
  try {
    return new VideoFrame(video);
  } catch {
    return undefined;
  }
}
