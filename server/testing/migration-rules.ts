import { type AlterTableCmd, type Node, parse, type RangeVar } from 'libpg-query';
import { readMigrationHeader } from '../src/database/migration-header.ts';

/** The first migration that the rules apply to. */
const FIRST = '0047';

/** What the release before cannot live with; allowed in a contracting migration. */
const INCOMPATIBLE = {
  drop: 'drops what the release before may use',
  rename: 'renames what the release before uses by its old name',
  truncate: 'deletes rows that the release before may show',
  'drop-column': 'drops a column that the release before may use',
  'change-type': 'changes the type of a column, and rewrites the table under a lock',
  'set-not-null': 'refuses rows that the release before may write',
  'drop-not-null': 'allows nulls that the release before does not expect',
  'drop-default': 'drops a default that the release before may rely on',
  'required-column': 'adds a column that the release before does not fill: give it a default',
  'add-constraint': 'refuses rows that the release before may write',
  revoke: 'takes away a right that the release before may use',
  code: 'runs code that this check does not see into: write plain statements',
} as const;

/** What does not work in the transaction of all migrations, or reaches beyond it. */
const FORBIDDEN = {
  transaction: 'begins or ends a transaction: all migrations run in one',
  concurrently: 'cannot run in a transaction: build large indexes by hand before (docs/operation.md)',
  'session-setting': 'outlives the migration, in a session that a pooler gives to others: write SET LOCAL',
} as const;

type Rule = keyof typeof INCOMPATIBLE | keyof typeof FORBIDDEN;

const isForbidden = (rule: Rule): rule is keyof typeof FORBIDDEN => rule in FORBIDDEN;

/** Whether a statement calls `set_config` for more than its transaction, wherever in it. */
function setsSession(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if ('FuncCall' in part) {
    const { funcname = [], args = [] } = (part as Extract<Node, { FuncCall: unknown }>).FuncCall;
    const name = funcname.at(-1);
    const isLocal = args[2];
    const isSetting = name !== undefined && 'String' in name && name.String.sval === 'set_config';
    const isConstant = isLocal !== undefined && 'A_Const' in isLocal;
    if (isSetting && !(isConstant && isLocal.A_Const.boolval?.boolval === true)) return true;
  }
  return Object.values(part).some(setsSession);
}

const nameOf = ({ schemaname, relname = '' }: RangeVar) =>
  schemaname === undefined || schemaname === 'public' ? relname : `${schemaname}.${relname}`;

/** The names of dropped tables and the like. */
function droppedNames(objects: readonly Node[]): string[] {
  return objects.map((object) => {
    if (!('List' in object)) return '';
    const parts = (object.List.items ?? []).map((item) => ('String' in item ? (item.String.sval ?? '') : ''));
    return parts.filter((part, index) => index > 0 || part !== 'public' || parts.length === 1).join('.');
  });
}

function constraintTypes(nodes: readonly Node[] = []): string[] {
  return nodes.flatMap((node) => ('Constraint' in node ? (node.Constraint.contype ?? []) : []));
}

/** What one clause of ALTER TABLE does. */
function alterRule({ subtype, def }: AlterTableCmd): Rule | undefined {
  switch (subtype) {
    case 'AT_DropColumn':
      return 'drop-column';
    case 'AT_AlterColumnType':
      return 'change-type';
    case 'AT_SetNotNull':
      return 'set-not-null';
    case 'AT_DropNotNull':
      return 'drop-not-null';
    case 'AT_AddConstraint':
    case 'AT_ValidateConstraint':
      return 'add-constraint';
    case 'AT_ColumnDefault':
      return def === undefined ? 'drop-default' : undefined;
    case 'AT_AddColumn': {
      const types = def !== undefined && 'ColumnDef' in def ? constraintTypes(def.ColumnDef.constraints) : [];
      const isRequired = types.includes('CONSTR_NOTNULL') || types.includes('CONSTR_PRIMARY');
      const isFilled = types.some((type) =>
        ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'].includes(type),
      );
      return isRequired && !isFilled ? 'required-column' : undefined;
    }
    default:
      return undefined;
  }
}

/** @param created the tables that the same migration has created, which no release knows yet */
function rulesOf(node: Node, created: ReadonlySet<string>): Rule[] {
  const isNew = (relation: RangeVar | undefined) => relation !== undefined && created.has(nameOf(relation));
  if ('TransactionStmt' in node) return ['transaction'];
  if ('VariableSetStmt' in node) return node.VariableSetStmt.is_local === true ? [] : ['session-setting'];
  if (setsSession(node)) return ['session-setting'];
  if ('DoStmt' in node || 'CallStmt' in node) return ['code'];
  if ('GrantStmt' in node) return node.GrantStmt.is_grant === true ? [] : ['revoke'];
  if ('GrantRoleStmt' in node) return node.GrantRoleStmt.is_grant === true ? [] : ['revoke'];
  if ('VacuumStmt' in node || 'ReindexStmt' in node) return ['concurrently'];
  if ('IndexStmt' in node) {
    const { concurrent, unique, relation } = node.IndexStmt;
    if (concurrent === true) return ['concurrently'];
    return unique === true && !isNew(relation) ? ['add-constraint'] : [];
  }
  if ('DropStmt' in node) {
    const { concurrent, removeType, objects = [] } = node.DropStmt;
    if (concurrent === true) return ['concurrently'];
    if (removeType === 'OBJECT_INDEX') return [];
    return droppedNames(objects).every((name) => created.has(name)) ? [] : ['drop'];
  }
  if ('RenameStmt' in node) {
    const { renameType = '', relation } = node.RenameStmt;
    return ['OBJECT_INDEX', 'OBJECT_TABCONSTRAINT'].includes(renameType) || isNew(relation) ? [] : ['rename'];
  }
  if ('AlterObjectSchemaStmt' in node) return ['rename'];
  if ('TruncateStmt' in node) return ['truncate'];
  if ('AlterTableStmt' in node) {
    const { relation, cmds = [] } = node.AlterTableStmt;
    if (isNew(relation)) return [];
    return cmds.flatMap((cmd) => ('AlterTableCmd' in cmd ? (alterRule(cmd.AlterTableCmd) ?? []) : []));
  }
  return [];
}

function createdTable(node: Node): string | undefined {
  const relation =
    'CreateStmt' in node
      ? node.CreateStmt.relation
      : 'CreateTableAsStmt' in node
        ? node.CreateTableAsStmt.into?.rel
        : undefined;
  return relation && nameOf(relation);
}

/** The line, from 1, where a statement begins after spaces and comments. @param offset in bytes */
function lineAt(text: string, offset: number): number {
  const before = Buffer.from(text).subarray(0, offset).toString();
  const [skipped = ''] = /^(?:\s|--.*)*/.exec(text.slice(before.length)) ?? [];
  return (before + skipped).split('\n').length;
}

/** The rules that a file excuses itself from: `-- compatible: drop-not-null, because ...`. */
function excusedRules(text: string): string[] {
  return [...text.matchAll(/^-- compatible: ([a-z-]+), \S.*$/gm)].map(([, rule = '']) => rule);
}

function headerProblems(name: string, text: string, names: readonly string[]): string[] {
  const { phase, after } = readMigrationHeader(text);
  if (phase === undefined)
    return ['lacks its phase: "-- phase: expand" or "-- phase: contract" (docs/operation.md)'];
  if (phase === 'expand') return after === undefined ? [] : ['expands, so "-- after:" has no meaning'];
  if (after === undefined) return ['contracts, so it must say after which migration: "-- after: 0047_..."'];
  return names.includes(after) && after < name
    ? []
    : [`is said to come after ${after}, which is no earlier one`];
}

/**
 * What is wrong with a migration, one line each: without breaking the release before, which runs beside the new one during
 * a deployment, a migration may only expand; a later one contracts.
 *
 * @param name without `.sql`
 * @param names of all migrations
 */
export async function lintMigration(name: string, text: string, names: readonly string[]): Promise<string[]> {
  if (name.slice(0, 4) < FIRST) return [];
  const problems = headerProblems(name, text, names).map((problem) => `${name}: ${problem}`);
  const { phase } = readMigrationHeader(text);
  const excused = excusedRules(text);
  const created = new Set<string>();
  const { stmts = [] } = await parse(text);
  for (const { stmt, stmt_location: offset = 0 } of stmts) {
    if (stmt === undefined) continue;
    for (const rule of rulesOf(stmt, created)) {
      if (!isForbidden(rule) && (phase === 'contract' || excused.includes(rule))) continue;
      const reason = isForbidden(rule) ? FORBIDDEN[rule] : INCOMPATIBLE[rule];
      problems.push(`${name}:${lineAt(text, offset)}: ${rule}: ${reason}`);
    }
    const table = createdTable(stmt);
    if (table !== undefined) created.add(table);
  }
  return problems;
}
