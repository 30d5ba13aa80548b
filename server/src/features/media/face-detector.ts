import { readFile } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import path from 'node:path';
import { type FlatBox, VIEW_PIXELS } from './faces.ts';

const FACE_API = '@vladmandic/face-api';
const WASM = '@tensorflow/tfjs-backend-wasm';
const MODEL = 'ssd_mobilenetv1_model';
/** Below this the network guesses at every round thing; a person looks at each region anyway. */
const MIN_SCORE = 0.3;
const MAX_FACES = 50;

function folderOf(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`the package ${name} is not installed`);
  return path.dirname(file);
}

/** A face in a flat view. */
export interface FlatFace extends FlatBox {
  /** From 0 to 1. */
  score: number;
}

/** Finds faces in flat views of `VIEW_PIXELS` on each side, 3 bytes per pixel. */
export type FaceDetector = (pixels: Uint8Array) => Promise<FlatFace[]>;

/**
 * The package's build with everything inside takes Node for an older one, or for a browser. It is told that it is in a browser,
 * and given a `fetch` that reads files, so nothing comes over the network.
 */
function pretendBrowser(wasmFolder: string): void {
  Object.assign(globalThis, {
    window: { document: {} },
    __dirname: wasmFolder,
    require: createRequire(import.meta.url),
    fetch: async (place: unknown) => new Response(new Uint8Array(await readFile(String(place)))),
  });
}

/** Loads the detector; for programs of their own alone, since it changes what is global. */
export async function openFaceDetector(): Promise<FaceDetector> {
  const wasmFolder = path.join(folderOf(WASM), 'dist');
  pretendBrowser(wasmFolder);
  const { tf, SsdMobilenetv1 } = await import('@vladmandic/face-api/dist/face-api.esm.js');
  tf.setWasmPaths(path.join(wasmFolder, path.sep));
  if (!(await tf.setBackend('wasm'))) throw new Error('the detector cannot start WebAssembly');
  await tf.ready();
  const model = (name: string) => path.join(folderOf(FACE_API), 'model', name);
  const manifest = JSON.parse(await readFile(model(`${MODEL}-weights_manifest.json`), 'utf8'));
  const weights = new Uint8Array(await readFile(model(`${MODEL}.bin`)));
  const network = new SsdMobilenetv1();
  const specs = manifest.flatMap(({ weights: part }: { weights: unknown[] }) => part);
  network.loadFromWeightMap(tf.io.decodeWeights(weights.buffer, specs));
  return async (pixels) => {
    const view = tf.tensor3d(pixels, [VIEW_PIXELS, VIEW_PIXELS, 3], 'int32');
    try {
      const faces = await network.locateFaces(view, { minConfidence: MIN_SCORE, maxResults: MAX_FACES });
      return faces.map(({ score, box: { x, y, width, height } }) => ({ score, x, y, width, height }));
    } finally {
      view.dispose();
    }
  };
}
