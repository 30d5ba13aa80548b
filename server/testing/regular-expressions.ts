import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface ExpressionLiteral {
  /** The files that contain it, from the root of the repository. */
  files: string[];
  pattern: string;
  flags: string;
}

interface ExpressionScan {
  /** All literals, without duplicates. */
  literals: ExpressionLiteral[];
  /** Files that build expressions at run time, which cannot be checked. */
  built: string[];
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Collects the regular expressions of the TypeScript files below `folders`; tests and fixtures are left out. */
export function findExpressions(...folders: string[]): ExpressionScan {
  const literals = new Map<string, ExpressionLiteral>();
  const built = new Set<string>();
  for (const folder of folders) {
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || /\.(test|fixture)\.tsx?$/.test(name)) continue;
      const file = path.join(folder, name);
      const { program, errors } = parseSync(file, readFileSync(path.join(ROOT, file), 'utf8'));
      if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
      const waiting: unknown[] = [program];
      while (waiting.length > 0) {
        const node = waiting.pop();
        if (!isNode(node)) continue;
        if (isNode(node.regex)) {
          const pattern = String(node.regex.pattern);
          const flags = String(node.regex.flags);
          const key = `/${pattern}/${flags}`;
          const existing = literals.get(key) ?? { files: [], pattern, flags };
          literals.set(key, { ...existing, files: [...existing.files, file] });
        }
        const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
        if (isCall && isNode(node.callee) && node.callee.name === 'RegExp') built.add(file);
        waiting.push(...Object.values(node));
      }
    }
  }
  return { literals: [...literals.values()], built: [...built] };
}
