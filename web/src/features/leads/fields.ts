import type { EnterprisePage } from '@oriel/contract';
import { ApiError } from '../../api.ts';

/** As in the contract; its schemas stay out of the page. */
const MISSING = 'Please complete all required fields.';

/**
 * Tells what is wrong with the fields of a form: one sentence for all that are blank, everything else at its field.
 *
 * @param errors by the names of the fields
 */
export function markFields(errors: Readonly<Record<string, string>>) {
  return {
    /** The sentence for blank fields, where there are any. */
    missing: Object.values(errors).includes(MISSING) ? MISSING : undefined,
    /** For the attributes of a field. */
    mark: (name: string) => ({
      name,
      invalid: name in errors,
      error: errors[name] === MISSING ? undefined : errors[name],
    }),
  };
}

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

/**
 * Sends what needs no member. A session that turns out to have ended on the way is forgotten by then, so the second try
 * is a guest's; nobody has to press the button again for that.
 */
export async function retryAsGuest<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session_ended') return send();
    throw error;
  }
}
