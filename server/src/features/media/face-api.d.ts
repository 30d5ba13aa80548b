/** What `face-detector.ts` uses of the package, whose own declarations need those of a browser. */
declare module '@vladmandic/face-api/dist/face-api.esm.js' {
  interface Tensor {
    dispose(): void;
  }
  export const tf: {
    setWasmPaths(folder: string): void;
    setBackend(name: 'wasm'): Promise<boolean>;
    ready(): Promise<void>;
    tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): Tensor;
    io: { decodeWeights(bytes: ArrayBufferLike, specs: unknown[]): Record<string, Tensor> };
  };
  export class SsdMobilenetv1 {
    loadFromWeightMap(weights: Record<string, Tensor>): void;
    locateFaces(
      image: Tensor,
      options: { minConfidence: number; maxResults: number },
    ): Promise<{ score: number; box: { x: number; y: number; width: number; height: number } }[]>;
  }
}
