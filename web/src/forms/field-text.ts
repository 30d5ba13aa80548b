import type { EnterprisePage } from '@oriel/contract';

type Fields = EnterprisePage['quote']['fields'];

/** The label of a field as the texts have it, else its name. */
export function labelOf(fields: Fields, name: string): string {
  return fields[name]?.label ?? name;
}

/** What helps to fill a field in; a field that may stay empty says so. */
export function hintOf(fields: Fields, name: string, isOptional = false): string | undefined {
  const hint = fields[name]?.hint;
  if (!isOptional) return hint;
  return hint ? `Optional. ${hint}` : 'Optional';
}
