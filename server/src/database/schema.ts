/** The tables of the whole database, by name. Every feature adds its own to this interface in its `tables.ts`. */
export interface Schema {
  /** The applied numbered migrations; the table of Kysely's migrator. */
  kysely_migration: { name: string; timestamp: string };
}
