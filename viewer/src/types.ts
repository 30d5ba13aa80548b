/** One level of a tile pyramid. Sizes are in texels. */
export interface TileLevel {
  width: number;
  height: number;
  columns: number;
  rows: number;
}

/**
 * A pyramid of equirectangular tiles. Row 0 is at the top (zenith), column 0 begins at yaw -180 degrees.
 * Levels run from coarse to fine, each half as wide and high as the next (rounded up). Tiles at the right and
 * bottom edge hold what is left and may be smaller than `tileSize`.
 */
export interface TilePyramid {
  tileSize: number;
  levels: TileLevel[];
  /** URL of a tile with the placeholders `{level}`, `{row}` and `{column}`. */
  url: string;
}

/** Where the camera looks. All angles are in radians. */
export interface View {
  /** 0 at the middle of the image, growing to the right; kept within -pi and pi. */
  yaw: number;
  /** 0 at the horizon, growing upwards. */
  pitch: number;
  /** Vertical field of view. */
  fov: number;
}

/** A 2:1 equirectangular photo. `tiles` wins over `image`; `preview` is shown until either is there. */
export interface PhotoScene {
  kind: 'photo';
  /** URL or data: URI of a small, blurred version of the whole image. */
  preview?: string | undefined;
  /** URL of the whole image. */
  image?: string | undefined;
  tiles?: TilePyramid | undefined;
  initialView?: Partial<View> | undefined;
}

/** A 2:1 equirectangular video. The first source that the browser can play is taken. */
export interface VideoScene {
  kind: 'video';
  sources: { src: string; type?: string | undefined }[];
  /** URL or data: URI of an equirectangular still that is shown until the first frame. */
  poster?: string | undefined;
  /** Default true. */
  loop?: boolean | undefined;
  /** Default true, since browsers block autoplay with sound. */
  muted?: boolean | undefined;
  /** Default true. */
  autoplay?: boolean | undefined;
  initialView?: Partial<View> | undefined;
}

export type Scene = PhotoScene | VideoScene;

export type ViewerErrorCode =
  /** The browser has no WebGL2. */
  | 'unsupported'
  /** A URL could not be reached or answered with an error. */
  | 'network'
  /** A URL answered 401 or 403, and renewing it did not help. */
  | 'forbidden'
  /** The bytes are not an image that the browser can decode. */
  | 'decode'
  | 'media';

export interface ViewerError {
  code: ViewerErrorCode;
  /** For logs; not worded for visitors. */
  message: string;
  /** True when the scene cannot be shown at all, false when a part of it is missing. */
  fatal: boolean;
}

export interface ViewerEvents {
  /** The first image of the scene, possibly its blurred preview, is on screen. */
  ready: undefined;
  /** Everything in view is on screen at the resolution that the screen can show. Once per scene. */
  sharp: undefined;
  viewchange: View;
  /** A click or tap that was not a drag, in CSS pixels from the viewer's top left corner. */
  tap: { x: number; y: number };
  error: ViewerError;
  contextlost: undefined;
  contextrestored: undefined;
  canplay: undefined;
  /** The browser wants a gesture first: call `play()` from a click. */
  autoplayblocked: undefined;
  playing: undefined;
  paused: undefined;
  /** Seconds. */
  timeupdate: { currentTime: number; duration: number };
  ended: undefined;
  /** Volume from 0 to 1. */
  volumechange: { muted: boolean; volume: number };
}

export interface ViewerOptions {
  /** Vertical field of view in radians; default 75 degrees. */
  fov?: number;
  /** Zoom limits in radians; default 30 to 95 degrees. */
  minFov?: number;
  maxFov?: number;
  /** Radians that the view turns per CSS pixel of drag at the default field of view; default 0.005. */
  dragSensitivity?: number;
  /** Device pixels per CSS pixel are capped at this; default 2. */
  maxPixelRatio?: number;
  /** Most bytes of image kept on the GPU; default 128 MiB, 64 MiB on touch screens. */
  textureBudget?: number;
  /** What the keys are listened to on; default the viewer itself when focused. `null`: no keys. */
  keyboardTarget?: EventTarget | null;
  /** Accessible name; default "360-degree view". */
  label?: string;
  /** `worker` and `main` force where drawing happens; default `auto`: photos in a worker where it can, videos not. */
  renderer?: 'auto' | 'worker' | 'main';
}

export interface LoadOptions {
  /** Called when a URL answers 401 or 403: resolves with the same scene under fresh URLs. */
  renewScene?: (() => Promise<Scene>) | undefined;
}
