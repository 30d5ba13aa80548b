/// <reference types="webxr" />
import type { Viewer } from '../viewer.ts';
import type { Headset, HeadsetOptions } from './options.ts';

export type { Answer, EyeMoment, Headset, HeadsetOptions } from './options.ts';

const SESSION: XRSessionInit = { optionalFeatures: ['hand-tracking'] };

/** Whether this browser can show tours in a headset. */
export async function isHeadsetSupported(): Promise<boolean> {
  return (await navigator.xr?.isSessionSupported('immersive-vr').catch(() => false)) ?? false;
}

/** Loads what a session needs, before it is asked for. */
export function prepareHeadset(): void {
  import('./session.ts').catch(() => undefined);
}

/** Call from a click. Rejects when the browser, the device or the visitor says no. */
export async function enterHeadset(viewer: Viewer, options: HeadsetOptions = {}): Promise<Headset> {
  if (!navigator.xr) throw new Error('This browser has no WebXR');
  // Asked for at once, since the click counts for a moment only.
  const session = navigator.xr.requestSession('immersive-vr', SESSION);
  return begin(viewer, options, session);
}

/**
 * Lets the browser show its own button, where it has one; resolves when that was pressed. An offer ends with the next one,
 * and with the session that comes of it.
 */
export async function offerHeadset(
  viewer: Viewer,
  options: HeadsetOptions = {},
): Promise<Headset | undefined> {
  const session = await offered()?.catch(() => undefined);
  return session && begin(viewer, options, session);
}

/** Splits the screen of a phone for a cardboard headset. Call from a click; rejects without a sensor or its permission. */
export async function enterCardboard(viewer: Viewer, options: HeadsetOptions = {}): Promise<Headset> {
  const granted = askForOrientation();
  const { showCardboard } = await import('./cardboard.ts');
  if (!(await granted)) throw new Error('The orientation sensor was denied');
  viewer.parts.signal.throwIfAborted();
  return showCardboard(viewer, options);
}

function offered(): Promise<XRSession> | undefined {
  const xr: (XRSystem & { offerSession?: XRSystem['requestSession'] }) | undefined = navigator.xr;
  return xr?.offerSession?.('immersive-vr', SESSION);
}

async function begin(
  viewer: Viewer,
  options: HeadsetOptions,
  requested: XRSession | Promise<XRSession>,
): Promise<Headset> {
  const script = import('./session.ts');
  // Waited for below, once there is a session to end.
  script.catch(() => undefined);
  const session = await requested;
  try {
    const { SessionHeadset } = await script;
    return await SessionHeadset.start(viewer, session, options);
  } catch (error) {
    await session.end().catch(() => undefined);
    throw error;
  }
}

/** The prompt of Apple's devices, which only a click may bring up. */
async function askForOrientation(): Promise<boolean> {
  if (typeof DeviceOrientationEvent === 'undefined') return false;
  const { requestPermission }: { requestPermission?: () => Promise<string> } =
    DeviceOrientationEvent as object;
  const answer = await requestPermission?.call(DeviceOrientationEvent).catch(() => 'denied');
  return answer === undefined || answer === 'granted';
}
