/** What a migration declares of itself in comments at the beginning of lines. */
export interface MigrationHeader {
  /** `expand` changes nothing that the release before relies on; `contract` removes what earlier releases used. */
  phase: 'expand' | 'contract' | undefined;
  /** The migration without which a release cannot work once this one is applied; declared where the phase is `contract`. */
  after: string | undefined;
}

/** Reads `-- phase: expand`, or `-- phase: contract` with `-- after: 0047_release_requirements`. */
export function readMigrationHeader(text: string): MigrationHeader {
  const [, phase] = /^-- phase: (expand|contract)$/m.exec(text) ?? [];
  const [, after] = /^-- after: (\d{4}_[a-z0-9_]+)$/m.exec(text) ?? [];
  return { phase: phase as MigrationHeader['phase'], after };
}
