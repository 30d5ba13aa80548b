/**
 * Replaces `{name}` placeholders in all strings of a structure. Placeholders without a value stay, for pages to fill in.
 *
 * @param values by placeholder name
 * @param keep the names of fields that are left unchanged
 */
export function fillIn<T>(
  value: T,
  values: Readonly<Record<string, string>>,
  keep: readonly string[] = [],
): T {
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return part.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
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
