import { deviceOrientation } from '../math/gyroscope.ts';
import { cameraMatrix, DEGREE, type Matrix, type Vector3 } from '../math/view.ts';
import { getContext } from '../render/context.ts';
import type { Viewer } from '../viewer.ts';
import type { OffsetEye } from './eyes-scene.ts';
import type { Headset, HeadsetOptions } from './options.ts';
import { apply, symmetricFrustum } from './rays.ts';
import { Visit } from './visit.ts';

/** What the lenses of such a headset show, top to bottom. */
const FOV = 85 * DEGREE;
/** Half of the distance between two eyes, in metres. */
const HALF_DISTANCE = 0.032;
const AHEAD: Vector3 = [0, 0, -1];

/** Shows the viewer's scenes on both halves of the screen, as the phone is turned, until the visitor leaves. */
export function showCardboard(viewer: Viewer, options: HeadsetOptions): Headset {
  const canvas = document.createElement('canvas');
  const gl = getContext(canvas);
  if (!gl) throw new Error('No WebGL2');
  const ended = new AbortController();
  const { signal } = ended;
  const dialog = showDialog(canvas);
  const visit = new Visit(viewer, gl, options, { width: innerWidth, height: innerHeight });
  let head: Matrix | undefined;

  const end = (): void => {
    if (signal.aborted) return;
    ended.abort();
    visit.end();
    dialog.close();
    dialog.remove();
  };

  const frame = (timeMs: number): void => {
    if (signal.aborted) return;
    requestAnimationFrame(frame);
    // The first direction is the one that the view has.
    if (!head) return;
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio].map(Math.round);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const eyes = [eyeOf(-1, canvas, head), eyeOf(1, canvas, head)];
    visit.frame({ timeMs, head, eyes, rays: undefined });
  };

  const onOrientation = ({ alpha, beta, gamma }: DeviceOrientationEvent): void => {
    if (alpha === null || beta === null || gamma === null) return;
    const angles = deviceOrientation({ alpha, beta, gamma }, screen.orientation?.angle ?? 0);
    head = cameraMatrix({ ...angles, fov: FOV });
  };

  addEventListener('deviceorientation', onOrientation, { signal });
  // Headsets of this kind have a button that touches the screen.
  canvas.addEventListener('click', () => head && visit.select(apply(head, AHEAD)), { signal });
  canvas.addEventListener('webglcontextlost', end);
  dialog.addEventListener('close', end);
  viewer.parts.signal.addEventListener('abort', end, { signal });
  keepAwake(signal);
  frame(performance.now());
  return { end };
}

function eyeOf(side: number, { width, height }: HTMLCanvasElement, head: Matrix): OffsetEye {
  const half = width / 2;
  return {
    viewport: { x: side > 0 ? half : 0, y: 0, width: half, height },
    camera: head,
    frustum: symmetricFrustum(FOV, half / height),
    offset: apply(head, [side * HALF_DISTANCE, 0, 0]),
    isRight: side > 0,
  };
}

/** Until it is left. A page that was hidden has lost it. */
function keepAwake(signal: AbortSignal): void {
  const lock = async () => {
    const sentinel = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (signal.aborted) void sentinel?.release();
    else signal.addEventListener('abort', () => sentinel?.release());
  };
  document.addEventListener('visibilitychange', lock, { signal });
  void lock();
}

const CSS = `
.o360-cardboard{width:100vw;height:100dvh;max-width:none;max-height:none;padding:0;border:0}
.o360-cardboard *{position:absolute;left:50%;transform:translate(-50%)}
.o360-cardboard canvas{width:100%;height:100%}
.o360-cardboard :not(canvas){top:8px;padding:12px 20px;border:0;border-radius:22px;background:#fbf1e5;color:#2a2117;font:inherit}
.o360-cardboard p{top:70%}
@media (orientation:landscape){.o360-cardboard p{display:none}}`;

let sheet: CSSStyleSheet | undefined;

/** A modal dialog lies over a page in full screen, takes the focus and closes with Escape. */
function showDialog(canvas: HTMLCanvasElement): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = 'o360-cardboard';
  const hint = document.createElement('p');
  hint.textContent = 'Turn your phone sideways';
  const button = document.createElement('button');
  button.textContent = 'Leave';
  button.onclick = () => dialog.close();
  dialog.append(canvas, hint, button);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    document.adoptedStyleSheets.push(sheet);
  }
  (document.fullscreenElement ?? document.body).append(dialog);
  dialog.showModal();
  return dialog;
}
