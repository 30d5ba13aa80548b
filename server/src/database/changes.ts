import {
  ColumnNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  TableNode,
  type Transaction,
  type UnknownRow,
} from 'kysely';
import type { Schema } from './schema.ts';

/** Columns by table. */
export type Columns = Readonly<Record<string, readonly string[]>>;

interface Watch {
  columns: Columns;
  onChange(): void;
}

const READ = /^\s*SELECT\b/i;
const RAW_CHANGE = /\b(?:UPDATE|DELETE\s+FROM)\s+"?(\w+)/gi;

const columnsOf = (table: OperationNode | undefined, columns: Columns): readonly string[] | undefined =>
  table !== undefined && TableNode.is(table) ? columns[table.table.identifier.name] : undefined;

/** Whether a statement updates one of the columns or deletes from one of the tables; a raw one, whether it writes the table. */
function changes(node: RootOperationNode, columns: Columns): boolean {
  switch (node.kind) {
    case 'UpdateQueryNode': {
      const watched = columnsOf(node.table, columns);
      return (
        watched !== undefined &&
        (node.updates ?? []).some(
          ({ column }) => !ColumnNode.is(column) || watched.includes(column.column.name),
        )
      );
    }
    case 'DeleteQueryNode':
      return node.from.froms.some((table) => columnsOf(table, columns) !== undefined);
    case 'RawNode':
      if (READ.test(node.sqlFragments[0] ?? '')) return false;
      return [...node.sqlFragments.join(' ').matchAll(RAW_CHANGE)].some(
        ([, table = '']) => columns[table] !== undefined,
      );
    default:
      return false;
  }
}

/** Finds statements that change watched columns. */
class StatementWatch implements KyselyPlugin {
  readonly #watches: Iterable<Watch>;
  readonly #report: (watch: Watch) => void;
  readonly #matches = new WeakMap<QueryId, Watch[]>();

  constructor(watches: Iterable<Watch>, report: (watch: Watch) => void) {
    this.#watches = watches;
    this.#report = report;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    for (const watch of this.#watches) {
      if (!changes(node, watch.columns)) continue;
      const matches = this.#matches.get(queryId);
      if (matches === undefined) this.#matches.set(queryId, [watch]);
      else matches.push(watch);
    }
    return node;
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const watch of this.#matches.get(queryId) ?? []) this.#report(watch);
    return result;
  }
}

/**
 * Reports the changes that this process makes to columns on which its caches depend, whichever code makes them: through the
 * query builder or as raw SQL, in a transaction or not. It does not see what SQL functions change.
 */
export class ColumnChanges {
  readonly #watches = new Set<Watch>();
  /** For statements outside transactions. */
  readonly plugin: KyselyPlugin = new StatementWatch(this.#watches, ({ onChange }) => onChange());

  /** Calls `onChange` after each change, when it is committed and before the code that made it continues. */
  watch(columns: Columns, onChange: () => void): void {
    this.#watches.add({ columns, onChange });
  }

  /** Runs a transaction, and reports its changes when it has ended. Not only when it succeeds: a commit may do without a response. */
  async around<T>(
    run: (observe: (tx: Transaction<Schema>) => Transaction<Schema>) => Promise<T>,
  ): Promise<T> {
    const changed = new Set<Watch>();
    try {
      return await run((tx) =>
        tx.withoutPlugins().withPlugin(new StatementWatch(this.#watches, (watch) => changed.add(watch))),
      );
    } finally {
      for (const { onChange } of changed) onChange();
    }
  }
}
