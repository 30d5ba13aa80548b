import type { Viewer } from '../viewer.ts';

/** A stage that is replaced, or cannot load its script, does not answer. */
const TIME_LIMIT_MS = 20_000;

export interface SnapshotOptions {
  /** In pixels; default what the screen has. The image has the screen's proportions. */
  width?: number | undefined;
  /** Whether the markers of hotspots are drawn; default true. */
  hotspots?: boolean | undefined;
  /** A media type; default `image/jpeg`. */
  type?: string | undefined;
  /** Of types that lose some, from 0 to 1; default 0.92. */
  quality?: number | undefined;
}

/** An image of exactly what the viewer shows; undefined while it shows nothing. */
export function takeSnapshot(
  { parts }: Viewer,
  { width, hotspots = true, type = 'image/jpeg', quality = 0.92 }: SnapshotOptions = {},
): Promise<Blob | undefined> {
  const { camera, signal, send } = parts;
  const { promise, resolve } = Promise.withResolvers<Blob | undefined>();
  const { number: scene } = camera.scene;
  if (scene === undefined || signal.aborted) return Promise.resolve(undefined);
  const { port1, port2 } = new MessageChannel();
  const finish = (image?: Blob) => {
    resolve(image);
    port1.close();
  };
  port1.onmessage = ({ data }: MessageEvent<Blob | undefined>) => finish(data);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  ending.addEventListener('abort', () => finish());
  const format = { type, quality };
  send({ type: 'extra', scene, sight: camera.sight, width, hasHotspots: hotspots, format, port: port2 }, [
    port2,
  ]);
  return promise;
}
