/** The values of placeholders, by name. */
export type Placeholders = Readonly<Record<string, string>>;

/**
 * Puts values in the place of `{name}` in every text of a structure. What has no value stays as it is, for whoever knows it.
 *
 * @param keep fields whose content is a technical name and is never filled in
 */
export function fillIn<T>(value: T, values: Placeholders, keep: readonly string[] = []): T {
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return part.replace(/\{(\w+)\}/g, (whole, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
      );
    }
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [key, keep.includes(key) ? inner : fill(inner)]),
    );
  };
  return fill(value) as T;
}
