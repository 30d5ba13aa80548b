/** See `migrations/0033_embed_sites.sql`. */
export interface EmbeddingTables {
  embed_sites: { experience_id: number; sites: string[] };
}

declare module '../../database/schema.ts' {
  interface Schema extends EmbeddingTables {}
}
