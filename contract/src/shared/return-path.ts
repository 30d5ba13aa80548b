/**
 * Where to go after signing in: a path of our own site, or nothing.
 *
 * Decided by resolving the text as a browser does and comparing origins, not by how it begins: `//host`, backslashes,
 * control characters and addresses with credentials never pass.
 *
 * @param text from a query or from storage, in any shape
 * @returns path, query and fragment on our own origin; undefined where it would lead elsewhere
 */
export function safeReturnPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2000 || !text.startsWith('/')) return undefined;
  // Browsers drop tabs and line breaks and read backslashes as slashes, before they look at anything else.
  if (/[\p{Cc}\\]/u.test(text) || text.startsWith('//')) return undefined;
  const own = 'https://own.invalid';
  if (!URL.canParse(text, own)) return undefined;
  const url = new URL(text, own);
  if (url.origin !== own || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
