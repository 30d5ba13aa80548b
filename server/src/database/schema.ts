/** The tables of the whole database, by name. Every feature adds its own to this interface in its `tables.ts`. */
export interface Schema {
  /** The numbered migrations that were applied; Kysely writes it. */
  kysely_migration: { name: string; timestamp: string };
}
