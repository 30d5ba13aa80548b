import type { EnterprisePage } from '@oriel/contract';
import { ApiError } from '../../api.ts';

/** As in the contract, whose schemas are not loaded here. */
const MISSING = 'Please complete all required fields.';

/** One message for all blank fields, the others at their fields. */
export function markFields(errors: Readonly<Record<string, string>>) {
  return {
    /** The message for blank fields, if any. */
    missing: Object.values(errors).includes(MISSING) ? MISSING : undefined,
    mark: (name: string) => ({
      name,
      invalid: name in errors,
      error: errors[name] === MISSING ? undefined : errors[name],
    }),
  };
}

type Fields = EnterprisePage['quote']['fields'];

/** A field's label in the texts, else its name. */
export function labelOf(fields: Fields, name: string): string {
  return fields[name]?.label ?? name;
}

/** A field's hint; optional fields say so. */
export function hintOf(fields: Fields, name: string, isOptional = false): string | undefined {
  const hint = fields[name]?.hint;
  if (!isOptional) return hint;
  return hint ? `Optional. ${hint}` : 'Optional';
}

/** If the session turns out to have ended, it has been cleared by then, and the second attempt is a guest's. */
export async function retryAsGuest<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session_ended') return send();
    throw error;
  }
}
