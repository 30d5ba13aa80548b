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
