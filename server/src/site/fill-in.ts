/**
 * Replaces `{name}` by its value in every text of a structure. Placeholders without a value stay, for pages to fill in.
 *
 * @param values the values of placeholders, by name
 * @param keep fields with technical names, which are never filled in
 */
export function fillIn<T>(
  value: T,
  values: Readonly<Record<string, string>>,
  keep: readonly string[] = [],
): T {
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
