/** Hits by key, in windows that end at `resets_at`. */
export interface RateLimitTables {
  rate_limits: { key: string; hits: number; resets_at: Date };
}

declare module '../database/schema.ts' {
  interface Schema extends RateLimitTables {}
}
