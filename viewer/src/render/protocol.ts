import type { Placement } from '../math/placement.ts';
import type { PyramidShape, TileKey } from '../math/tiles.ts';
import type { Orientation, Sight } from '../math/view.ts';
import type { Adjustment, Nadir } from '../types.ts';
import type { Overlay } from './content.ts';

/** How the scene before is seen while the next one fades in. */
export interface PastView {
  /** What is added to the camera of the next one, in radians. */
  yaw: number;
  pitch: number;
  /** Above 1 is closer. */
  zoom: number;
}

/** What the viewer tells the stage, which draws in a worker or on the main thread. Bitmaps are transferred. */
export type StageCommand =
  | { type: 'resize'; width: number; height: number }
  | { type: 'view'; orientation: Orientation }
  | SceneCommand
  | MixCommand
  /** Frees the scene that began behind another. */
  | { type: 'back' }
  | MediaCommand
  | { type: 'drop'; scene: number; key: TileKey }
  | ExtraCommand
  /** For tests and diagnosis: loses the context, or asks for it back. */
  | { type: 'losecontext' }
  | { type: 'restorecontext' }
  | { type: 'destroy' };

/** What a scene shows. */
export type MediaCommand =
  | { type: 'preview'; scene: number; bitmap: ImageBitmap }
  | { type: 'tile'; scene: number; key: TileKey; bitmap: ImageBitmap }
  | { type: 'image'; scene: number; bitmap: ImageBitmap }
  /** A video frame; answered by `framedrawn`. */
  | { type: 'frame'; scene: number; frame: VideoFrame | ImageBitmap | HTMLVideoElement };

/** Begins a scene; `ready` and `sharp` carry its number back. */
export interface SceneCommand {
  type: 'scene';
  scene: number;
  placement: Placement;
  /** Absent for whole images and videos. */
  pyramid?: PyramidShape | undefined;
  /** How many tiles the stage holds, of all scenes together. */
  capacity: number;
  /** Leaves the scene before on screen until `mix`: how the new one will be looked at. Without it, the one before is freed. */
  behind?: Orientation | undefined;
}

/** Shows so much of the scene that began behind another; 1 frees the other. */
export interface MixCommand {
  type: 'mix';
  mix: number;
  orientation: Orientation;
  past: PastView;
}

/** Hotspots, as they are drawn. */
export interface Marks {
  /** The markers of each kind in a column of squares, of an even number of device pixels: at rest, and lit. */
  atlas: ImageBitmap;
  /** For each hotspot its direction, three numbers, and its column. */
  points: Float32Array;
  /** Drawn in this order, below the markers. */
  areas: MarkLayer[];
}

/** A part of areas with the shaders that draw it, so that the stage holds none for the many scenes without areas. */
export interface MarkLayer {
  /** GLSL, which follows `SHARED`. */
  vertex: string;
  fragment: string;
  /** Corners of triangles, or strips of four corners each. */
  items: Float32Array;
  /** Numbers of an item, of which the first four and the rest are its attributes. */
  size: number;
  areStrips: boolean;
  /** Painted one over another: colours at rest and lit, four numbers each, and a width in device pixels. */
  coats: { colours: readonly number[]; width: number }[];
}

/** Handled by scripts that are loaded with the first of them. What they hold tells them apart. */
export type ExtraCommand = OverlayCommand | RetouchCommand | SnapshotCommand;

/** Draws hotspots over a scene. Without `marks` they stay the same. */
export interface OverlayCommand {
  type: 'extra';
  scene: number;
  marks?: Marks | undefined;
  lit: Overlay['lit'];
}

/** Changes how a scene's picture is drawn; it replaces what was changed before. */
export interface RetouchCommand {
  type: 'extra';
  scene: number;
  retouch: {
    adjust?: Adjustment | undefined;
    nadir?: Pick<Nadir, 'radius' | 'colour'> | undefined;
    /** Of the disc. */
    image?: ImageBitmap | undefined;
  };
}

/** Draws a scene apart from the screen. */
export interface SnapshotCommand {
  type: 'extra';
  scene: number;
  sight: Sight;
  /** Device pixels; the proportions are those of the screen. Default: the screen's own. */
  width?: number | undefined;
  hasHotspots: boolean;
  format: ImageEncodeOptions;
  /** Receives the image, or undefined where there is none. */
  port: MessagePort;
}

export interface StageStart {
  type: 'start';
  canvas: OffscreenCanvas;
}

export type StageEvent =
  | { type: 'started'; maxTextureSize: number }
  | { type: 'unsupported' }
  | { type: 'ready'; scene: number }
  | { type: 'sharp'; scene: number }
  | { type: 'framedrawn'; scene: number }
  | { type: 'contextlost' }
  | { type: 'contextrestored' };
