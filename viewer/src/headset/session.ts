import { DEGREE, type Vector3 } from '../math/view.ts';
import { release } from '../render/context.ts';
import type { Viewer } from '../viewer.ts';
import type { OffsetEye } from './eyes-scene.ts';
import type { Headset, HeadsetOptions } from './options.ts';
import { apply, frustumOf, rotationOf } from './rays.ts';
import { Visit } from './visit.ts';

const SNAP = 30 * DEGREE;
/** The thumbstick turns beyond the first, and may turn again within the second. */
const SNAP_BEYOND = 0.7;
const SNAP_AGAIN = 0.3;
const TICK_MS = 15;
const BARE = { alpha: false, antialias: false, depth: false, stencil: false };
const AHEAD: Vector3 = [0, 0, -1];

/** Where a rigid transform points. */
const pointing = ({ orientation }: XRRigidTransform): Vector3 => apply(rotationOf(orientation), AHEAD);

/** Shows the viewer's scenes in a session until that ends, on a canvas and a GL context that go with it. */
export class SessionHeadset implements Headset {
  readonly #session: XRSession;
  readonly #gl: WebGL2RenderingContext;
  readonly #layer: XRWebGLLayer;
  readonly #space: XRReferenceSpace;
  readonly #visit: Visit;
  #canSnap = true;
  /** Who presses with pinches, which have no ray before, does not press by looking. */
  #hasPinched = false;

  static async start(viewer: Viewer, session: XRSession, options: HeadsetOptions): Promise<SessionHeadset> {
    const canvas = document.createElement('canvas');
    const gl = canvas.getContext('webgl2', { ...BARE, xrCompatible: true });
    if (!gl) throw new Error('No WebGL2');
    try {
      // Headsets draw fewer pixels than they have, for the sake of worlds that cost more than a panorama.
      const framebufferScaleFactor = XRWebGLLayer.getNativeFramebufferScaleFactor(session);
      const layer = new XRWebGLLayer(session, gl, { ...BARE, framebufferScaleFactor });
      layer.fixedFoveation = 0;
      await session.updateRenderState({ baseLayer: layer });
      const space = await session.requestReferenceSpace('local');
      viewer.parts.signal.throwIfAborted();
      return new SessionHeadset(viewer, options, session, gl, layer, space);
    } catch (error) {
      release(gl);
      throw error;
    }
  }

  constructor(
    viewer: Viewer,
    options: HeadsetOptions,
    session: XRSession,
    gl: WebGL2RenderingContext,
    layer: XRWebGLLayer,
    space: XRReferenceSpace,
  ) {
    this.#session = session;
    this.#gl = gl;
    this.#layer = layer;
    this.#space = space;
    const { framebufferWidth, framebufferHeight: height } = layer;
    this.#visit = new Visit(viewer, gl, options, { width: framebufferWidth / 2, height });
    const { signal } = viewer.parts;
    const end = () => this.end();
    session.addEventListener('end', () => {
      signal.removeEventListener('abort', end);
      this.#visit.end();
    });
    session.addEventListener('select', (event) => this.#onSelect(event));
    gl.canvas.addEventListener('webglcontextlost', end);
    signal.addEventListener('abort', end);
    session.requestAnimationFrame(this.#frame);
  }

  end(): void {
    // Rejected where it has ended already.
    void this.#session.end().catch(() => undefined);
  }

  readonly #frame = (timeMs: number, frame: XRFrame): void => {
    this.#session.requestAnimationFrame(this.#frame);
    const pose = this.#session.visibilityState === 'hidden' ? undefined : frame.getViewerPose(this.#space);
    if (!pose) return;
    this.#snap();
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#layer.framebuffer);
    const pointers = this.#pointers();
    const isLooking = pointers.length === 0 && !this.#hasPinched;
    const rays = pointers.flatMap(({ targetRaySpace }) => {
      const ray = this.#rayOf(targetRaySpace, frame);
      return ray ? [ray] : [];
    });
    const head = rotationOf(pose.transform.orientation);
    const isNew = this.#visit.frame({
      timeMs,
      head,
      eyes: this.#eyesOf(pose),
      rays: isLooking ? undefined : rays,
    });
    if (isNew) for (const { gamepad } of pointers) tick(gamepad);
  };

  #eyesOf({ views, transform }: XRViewerPose): OffsetEye[] {
    const { x, y, z } = transform.position;
    return views.flatMap((view): OffsetEye[] => {
      const viewport = this.#layer.getViewport(view);
      const { position, orientation } = view.transform;
      if (!viewport || viewport.width === 0) return [];
      return [
        {
          viewport,
          camera: rotationOf(orientation),
          frustum: frustumOf(view.projectionMatrix),
          offset: [position.x - x, position.y - y, position.z - z],
          isRight: view.eye === 'right',
        },
      ];
    });
  }

  /** Controllers and hands. A gaze and what points only while it presses leave pointing to the head. */
  #pointers(): XRInputSource[] {
    return [...this.#session.inputSources].filter(({ targetRayMode }) => targetRayMode === 'tracked-pointer');
  }

  #rayOf(space: XRSpace, frame: XRFrame): Vector3 | undefined {
    const pose = frame.getPose(space, this.#space);
    return pose && pointing(pose.transform);
  }

  #onSelect({ inputSource, frame }: XRInputSourceEvent): void {
    const ray = this.#rayOf(inputSource.targetRaySpace, frame);
    if (!ray) return;
    this.#hasPinched ||= inputSource.targetRayMode === 'transient-pointer';
    tick(inputSource.gamepad);
    this.#visit.select(ray);
  }

  #snap(): void {
    const pushes = [...this.#session.inputSources].map(({ gamepad }) => gamepad?.axes[2] ?? 0);
    const push = pushes.find((value) => Math.abs(value) > SNAP_BEYOND) ?? 0;
    if (push !== 0 && this.#canSnap) {
      this.#visit.turnBy(Math.sign(push) * SNAP);
      this.#canSnap = false;
    }
    if (pushes.every((value) => Math.abs(value) < SNAP_AGAIN)) this.#canSnap = true;
  }
}

function tick(gamepad: Gamepad | undefined): void {
  const { hapticActuators }: { hapticActuators?: Actuator[] } = (gamepad ?? {}) as object;
  void hapticActuators?.[0]?.pulse?.(0.4, TICK_MS);
}

interface Actuator {
  pulse?(strength: number, ms: number): unknown;
}
