import type { Placement } from '../math/placement.ts';
import { type Orientation, scaleFov, sightOf } from '../math/view.ts';
import { aspectOf, type Content, type FrameView, type Overlay, type UploadPace } from './content.ts';
import type { ImageContent } from './image-content.ts';
import type { PastView } from './protocol.ts';
import type { TileContent } from './tile-content.ts';
import type { WholeContent } from './whole-content.ts';

/** What the renderer may do on its thread. */
export interface RendererPace extends Omit<UploadPace, 'hurry'> {
  /** Whether the first frame may take what it needs beyond the budget. */
  mayBlock: boolean;
  /** Loads what few visitors need. */
  loadExtras(): Promise<typeof import('./extras.ts')>;
}

/** What belongs to one scene and one life of the GL context. */
export interface SceneState {
  number: number;
  placement: Placement;
  /** How it will be looked at, while it is behind another scene. */
  arrival?: Orientation | undefined;
  /** A preview or a video frame. */
  whole?: WholeContent | undefined;
  isVideo?: boolean;
  image?: ImageContent | undefined;
  tiles?: TileContent | undefined;
  retouch?: Pick<Overlay, 'draw' | 'free'> | undefined;
  overlay?: Overlay | undefined;
  /** What was drawn last: the photo where it covers the screen, otherwise the preview if there is one. */
  shown?: Content | undefined;
  /** Whether the first frame has been announced: until then nothing else keeps the driver busy. */
  isReady?: boolean;
  isSharp?: boolean;
}

export const newScene = (number: number, placement: Placement, arrival?: Orientation): SceneState => ({
  number,
  placement,
  arrival,
});

/** While two scenes are on the GPU a frame may take this long to upload, so that the fade stays smooth. */
const FADE_BUDGET_MS = 4;

/** What the camera shows of a scene's picture when it is `turned` from where it looks in the current one. */
export function viewOfScene(
  { arrival, placement }: SceneState,
  { yaw, pitch, roll, fov }: Orientation,
  turned: PastView,
  { width, height }: { width: number; height: number },
): FrameView {
  const orientation = {
    yaw: yaw + turned.yaw,
    pitch: pitch + turned.pitch,
    roll,
    fov: scaleFov(fov, turned.zoom),
  };
  return { ...sightOf(arrival ?? orientation, placement.pose), width, height };
}

/** Sends waiting images to the GPU, and chooses the best that covers the screen. Returns whether more are waiting. */
export function updateScene(
  scene: SceneState,
  view: FrameView,
  pace: Omit<RendererPace, 'loadExtras'>,
  isFading: boolean,
): boolean {
  const photo = scene.tiles ?? scene.image;
  const isShown = photo !== undefined && scene.shown === photo;
  const hurry = isShown || (pace.mayBlock && !scene.shown && !isFading);
  const budgetMs = isFading ? Math.min(FADE_BUDGET_MS, pace.budgetMs) : pace.budgetMs;
  const mayUpload = scene.isReady || !scene.shown;
  const isWaiting = mayUpload && photo?.upload(view, { ...pace, budgetMs, hurry });
  const content = photo?.covers(view) || (isShown && !scene.whole) ? photo : scene.whole;
  if (content) scene.shown = content;
  return isWaiting ?? false;
}

/** Returns whether there was something to draw. */
export function drawScene(
  gl: WebGL2RenderingContext,
  { shown, retouch, overlay }: Pick<SceneState, 'shown' | 'retouch' | 'overlay'>,
  view: FrameView,
  alpha: number,
): boolean {
  if (!shown) return false;
  const program = shown.bind(view);
  gl.uniformMatrix3fv(program.uniform('camera'), false, view.camera);
  const extentY = Math.tan(view.fov / 2);
  gl.uniform2f(program.uniform('extent'), extentY * aspectOf(view), extentY);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  retouch?.draw(view, alpha);
  overlay?.draw(view, alpha);
  return true;
}

/**
 * Draws a scene over the one before, while some of that shows.
 *
 * @param mix how much of the scene shows
 * @returns whether there was something to draw
 */
export function drawScenes(
  gl: WebGL2RenderingContext,
  scene: SceneState,
  past: SceneState | undefined,
  mix: number,
  viewOf: (scene: SceneState) => FrameView,
): boolean {
  const hasDrawn = past !== undefined && drawScene(gl, past, viewOf(past), 1);
  if (past && mix === 0) return hasDrawn;
  gl.blendColor(0, 0, 0, mix);
  gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
  if (past) gl.enable(gl.BLEND);
  const isShown = drawScene(gl, scene, viewOf(scene), mix);
  gl.disable(gl.BLEND);
  return isShown || hasDrawn;
}

export function freeScene(scene: SceneState | undefined): void {
  for (const content of [scene?.whole, scene?.image, scene?.tiles, scene?.retouch, scene?.overlay])
    content?.free();
}
