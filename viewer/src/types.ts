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

/** Where the camera looks, in the frame of the scene's picture. All angles are in radians. */
export interface View {
  /** 0 at the middle of the image, growing to the right; kept within -pi and pi. */
  yaw: number;
  /** 0 at the horizon, growing upwards. */
  pitch: number;
  /** Vertical field of view. */
  fov: number;
}

/** The part of the whole sphere that a picture covers, as shares of its width and height from the left and the top. */
export interface Coverage {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of the picture that may be shown, in radians in the picture's frame; the fields of view are the camera's. */
export interface ViewLimits {
  minYaw?: number | undefined;
  maxYaw?: number | undefined;
  minPitch?: number | undefined;
  maxPitch?: number | undefined;
  minFov?: number | undefined;
  maxFov?: number | undefined;
}

/** In the frame of a scene's picture, in radians. */
export interface Direction {
  yaw: number;
  pitch: number;
}

/** What a hotspot is, which decides how its marker looks. What pressing it does is the page's business. */
export type HotspotKind = 'door' | 'info' | 'picture' | 'film' | 'sound' | 'link' | 'book';

/** Something in a scene that visitors can press. It has a point (`at`) or an area (`outline`). */
export interface Hotspot {
  /** Unique in its scene. */
  id: string;
  kind: HotspotKind;
  /** Shown beside the marker while it is pointed at or focused. */
  label: string;
  at?: Direction | undefined;
  /** Three corners or more, in order, of an area that is less than half of the sphere. */
  outline?: readonly Direction[] | undefined;
  /** Makes it a link; those of kind `link` and `book` open in a new tab. */
  href?: string | undefined;
}

/** How a picture's light is changed when it is drawn. Omitted values change nothing. */
export interface Adjustment {
  /** Stops: 1 doubles the light. */
  exposure?: number | undefined;
  /** -1 to 1. */
  contrast?: number | undefined;
  /** -1 (cold) to 1 (warm). */
  warmth?: number | undefined;
}

/** A disc over what is straight below the camera: a colour, an image, or an image on a colour. */
export interface Nadir {
  /** From its middle to its edge, in radians; below 1.2. */
  radius: number;
  /** Six hexadecimal digits after `#`. */
  colour?: string | undefined;
  /** URL of a square image, whose top is towards the picture's middle. */
  image?: string | undefined;
}

interface EquirectangularScene {
  initialView?: Partial<View> | undefined;
  /**
   * Turns directions of the picture into those of the world, in which the horizon is level: nine numbers, column by column,
   * for x to the right of the picture's middle, y up and z behind. Default: the picture is level, its middle at yaw 0.
   */
  pose?: readonly number[] | undefined;
  /** Default: the whole sphere. What lies beyond is never shown, as far as the screen's shape allows. */
  coverage?: Coverage | undefined;
  /** Two pictures in one, the left eye's above or on the left; this viewer shows that one. Default `mono`. */
  stereo?: 'mono' | 'top-bottom' | 'left-right' | undefined;
  limits?: ViewLimits | undefined;
  /** These need `showRetouch`. */
  adjust?: Adjustment | undefined;
  nadir?: Nadir | undefined;
  /** In reading order, in which the keyboard goes through them. They need `showHotspots`. */
  hotspots?: readonly Hotspot[] | undefined;
  /** What headsets show in their place, where nothing else of the page is seen. */
  headsetHotspots?: readonly Hotspot[] | undefined;
}

/**
 * An equirectangular photo. `tiles` wins over `image`; `preview` is shown until either is there. All of them are laid out
 * alike: a preview of a stereo picture holds both eyes.
 */
export interface PhotoScene extends EquirectangularScene {
  kind: 'photo';
  /** URL or data: URI of a small, blurred version of the whole image. */
  preview?: string | undefined;
  /** URL of the whole image. */
  image?: string | undefined;
  tiles?: TilePyramid | undefined;
}

/** An equirectangular video. The first source that the browser can play is taken. */
export interface VideoScene extends EquirectangularScene {
  kind: 'video';
  sources: { src: string; type?: string | undefined }[];
  /** URL or data: URI of a still, laid out as the video is, that is shown until the first frame. */
  poster?: string | undefined;
  /** Default true. */
  loop?: boolean | undefined;
  /** Default true, since browsers block autoplay with sound. */
  muted?: boolean | undefined;
  /** Default true. */
  autoplay?: boolean | undefined;
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
  /** Zoom limits in radians; default 95 degrees, and where a texel becomes larger than two pixels. */
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
  /** Limits what is loaded: a `DataBudget` of `@oriel/viewer/budget`. Read whenever something is to be loaded. */
  budget?: MediaLoader | undefined;
}

/** Loads media in place of the viewer. */
export interface MediaLoader {
  /**
   * @param of what belongs to one scene in view
   * @returns bytes at a URL, `forbidden` on 401 and 403
   */
  load(url: string, signal: AbortSignal, of: { scene: Scene }): Promise<Blob | 'forbidden'>;
}

export interface LoadOptions {
  /** Called when a URL answers 401 or 403: resolves with the same scene under fresh URLs. */
  renewScene?: (() => Promise<Scene>) | undefined;
}

export interface GoOptions extends LoadOptions {
  /** Where the door is, in the frame of the picture before: the view turns there first. */
  towards?: { yaw: number; pitch: number } | undefined;
  /** The first view in the new picture's frame; what it omits is the scene's own. */
  arrival?: Partial<View> | undefined;
  /** It is the same place in another light: the view stays as it is, and one picture fades into the other, in 900 milliseconds. */
  still?: boolean | undefined;
  /** Milliseconds, waiting for the new scene apart; default 800. With reduced motion, and with 0, the scenes change at once. */
  duration?: number | undefined;
}
