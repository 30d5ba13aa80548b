export { hasGyroscope } from './controls/gyroscope.ts';
export { DEFAULT_FOV, DEGREE } from './math/view.ts';
export type {
  LoadOptions,
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
} from './types.ts';
export { Viewer } from './viewer.ts';
