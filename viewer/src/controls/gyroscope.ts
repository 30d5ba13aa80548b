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

/** Turns the view with the device, by a script that is loaded when it is first enabled. */
export class Gyroscope {
  readonly #camera: Camera;
  #stop: (() => void) | undefined;

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  /** Asks for permission where it is needed. False when it is denied or there is no sensor. */
  async enable(): Promise<boolean> {
    const request = permissionRequest();
    const isGranted = request ? await request().catch(() => 'denied') : 'granted';
    if (isGranted !== 'granted' || typeof DeviceOrientationEvent === 'undefined') return false;
    const module = await import('./follow-device.ts').catch(() => undefined);
    this.#stop ??= module?.followDevice(this.#camera);
    return this.#stop !== undefined;
  }

  disable(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}
