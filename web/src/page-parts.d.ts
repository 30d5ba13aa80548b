/** See `web/page-parts.ts`. */
declare module '*?part' {
  /** All that the module exports; undefined in browsers. */
  export const loaded: unknown;
  /** What browsers load with a page that shows the part. */
  export const scripts: readonly string[];
  export const styles: readonly string[];
  export function load(): Promise<unknown>;
}
