import type { FrameView } from './content.ts';
import type { Programs } from './program.ts';
import type { SnapshotCommand } from './protocol.ts';
import type { drawScene, SceneState } from './scene-state.ts';

interface Size {
  width: number;
  height: number;
}

/** Draws a scene into a separate buffer, so that the screen stays as it is, and reads that from the bottom up. */
function readPixels(
  gl: WebGL2RenderingContext,
  { shown, retouch, overlay }: SceneState,
  view: FrameView,
  draw: typeof drawScene,
  markersSize: Size | undefined,
): ImageData | undefined {
  const { width, height } = view;
  const { FRAMEBUFFER, RENDERBUFFER } = gl;
  const target = gl.createFramebuffer();
  const colours = gl.createRenderbuffer();
  gl.bindRenderbuffer(RENDERBUFFER, colours);
  // Without opacity, as a screen.
  gl.renderbufferStorage(RENDERBUFFER, gl.RGB8, width, height);
  gl.bindFramebuffer(FRAMEBUFFER, target);
  gl.framebufferRenderbuffer(FRAMEBUFFER, gl.COLOR_ATTACHMENT0, RENDERBUFFER, colours);
  gl.viewport(0, 0, width, height);
  const isDrawn = draw(gl, { shown, retouch }, view, 1);
  const pixels = new Uint8ClampedArray(width * height * 4);
  if (isDrawn) {
    if (markersSize) overlay?.draw({ ...view, ...markersSize }, 1);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  }
  gl.bindFramebuffer(FRAMEBUFFER, null);
  gl.deleteFramebuffer(target);
  gl.deleteRenderbuffer(colours);
  return isDrawn && !gl.isContextLost() ? new ImageData(pixels, width, height) : undefined;
}

/** @param pixels from the bottom up */
async function encode(pixels: ImageData, format: ImageEncodeOptions): Promise<Blob> {
  const image = await createImageBitmap(pixels, { imageOrientation: 'flipY' });
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  image.close();
  return canvas.convertToBlob(format);
}

/** Answers with an image of the scene as it is drawn. */
export async function takeSnapshot(
  programs: Programs | undefined,
  scene: SceneState | undefined,
  { sight, width: wanted, hasHotspots, format, port }: SnapshotCommand,
  draw: typeof drawScene,
  screen: Size,
): Promise<void> {
  let image: Blob | undefined;
  if (programs && scene?.shown) {
    const { gl } = programs;
    const { width: across, height: down } = screen;
    const limit: number = gl.getParameter(gl.MAX_RENDERBUFFER_SIZE);
    const scale = Math.min((wanted ?? across) / across, limit / across, limit / down);
    const size = {
      width: Math.max(1, Math.round(across * scale)),
      height: Math.max(1, Math.round(down * scale)),
    };
    // Markers are measured in the screen's pixels, so that they grow with a larger image.
    const pixels = readPixels(gl, scene, { ...sight, ...size }, draw, hasHotspots ? screen : undefined);
    image = pixels && (await encode(pixels, format).catch(() => undefined));
  }
  port.postMessage(image);
}
