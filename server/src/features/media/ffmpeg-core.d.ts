/** FFmpeg compiled to WebAssembly; the package has no types. */
declare module '@ffmpeg/core' {
  export interface Core {
    FS: { writeFile(name: string, bytes: Uint8Array): void; readFile(name: string): Uint8Array };
    /** Runs `ffmpeg` with these arguments; its exit status is in `ret` afterwards. */
    exec(...args: string[]): number;
    ret: number;
  }
  export default function createFFmpegCore(options: { wasmBinary: Uint8Array }): Promise<Core>;
}
