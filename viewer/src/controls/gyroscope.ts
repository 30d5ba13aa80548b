import { wrapAngle } from '../math/view.ts';
import type { Camera } from './camera.ts';

/** How long to wait for a first reading before the sensor counts as absent. */
const DETECTION_TIME_MS = 1000;

type PermissionRequest = () => Promise<'granted' | 'denied'>;

/** The permission prompt of Apple's devices and newer browsers; it must be requested from a click. */
function permissionRequest(): PermissionRequest | undefined {
  if (typeof DeviceOrientationEvent === 'undefined') return undefined;
  const gated: { requestPermission?: PermissionRequest } = DeviceOrientationEvent as object;
  return gated.requestPermission?.bind(DeviceOrientationEvent);
}

/**
 * Whether the device has an orientation sensor. Browsers without one stay silent or send an event without angles,
 * so this waits for a real one, up to a second; behind a permission, silence on a touch screen counts as a sensor.
 */
export function hasGyroscope(): Promise<boolean> {
  if (typeof DeviceOrientationEvent === 'undefined') return Promise.resolve(false);
  return new Promise((resolve) => {
    let isSilent = true;
    const finish = (isThere: boolean): void => {
      clearTimeout(timer);
      removeEventListener('deviceorientation', listener);
      resolve(isThere);
    };
    const listener = (event: DeviceOrientationEvent): void => {
      isSilent = false;
      if (event.alpha !== null) finish(true);
    };
    const timer = setTimeout(() => {
      finish(isSilent && permissionRequest() !== undefined && navigator.maxTouchPoints > 0);
    }, DETECTION_TIME_MS);
    addEventListener('deviceorientation', listener);
  });
}

/** Turns the view with the device. Dragging still turns it sideways. */
export class Gyroscope {
  readonly #camera: Camera;
  #isEnabled = false;
  /** Loaded when it is first enabled. */
  #math: typeof import('../math/gyroscope.ts') | undefined;
  #lastYaw: number | undefined;

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  /** Asks for permission where it is needed. False when it is denied or there is no sensor. */
  async enable(): Promise<boolean> {
    if (this.#isEnabled) return true;
    const request = permissionRequest();
    const isGranted = request ? await request().catch(() => 'denied') : 'granted';
    if (isGranted !== 'granted' || typeof DeviceOrientationEvent === 'undefined') return false;
    this.#math = await import('../math/gyroscope.ts').catch(() => undefined);
    if (!this.#math) return false;
    this.#isEnabled = true;
    this.#lastYaw = undefined;
    addEventListener('deviceorientation', this.#onOrientation);
    return true;
  }

  disable(): void {
    if (!this.#isEnabled) return;
    this.#isEnabled = false;
    removeEventListener('deviceorientation', this.#onOrientation);
    this.#camera.set({ roll: 0 });
  }

  readonly #onOrientation = ({ alpha, beta, gamma }: DeviceOrientationEvent): void => {
    if (!this.#math || alpha === null || beta === null || gamma === null) return;
    const { yaw, pitch, roll } = this.#math.deviceOrientation(
      { alpha, beta, gamma },
      screen.orientation?.angle ?? 0,
    );
    // Yaw is followed by its changes, so that the view does not jump to the compass and drags are kept.
    const change = this.#lastYaw === undefined ? 0 : wrapAngle(yaw - this.#lastYaw);
    this.#lastYaw = yaw;
    this.#camera.set({ yaw: this.#camera.orientation.yaw + change, pitch, roll });
  };
}
