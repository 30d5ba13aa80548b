export { hasGyroscope } from './controls/gyroscope.ts';
export { DEFAULT_FOV, DEGREE } from './math/view.ts';
export type {
  Coverage,
  Direction,
  GoOptions,
  Hotspot,
  HotspotKind,
  LoadOptions,
  MediaLoader,
  PhotoScene,
  Scene,
  TileLevel,
  TilePyramid,
  VideoScene,
  View,
  ViewerError,
  ViewerErrorCode,
  ViewerEvents,
  ViewerOptions,
  ViewLimits,
} from './types.ts';
export { Viewer } from './viewer.ts';
