/**
 * The path to continue at after signing in: one of our own origin, or undefined.
 *
 * Decided by resolving the text as a browser does and comparing origins, not by how it begins: `//host`, backslashes,
 * control characters and URLs with credentials never pass.
 *
 * @param text from a query or from storage, in any shape
 * @returns path, query and fragment; undefined for anything that leads elsewhere
 */
export function safeReturnPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2000 || !text.startsWith('/')) return undefined;
  // Browsers drop tabs and line breaks and turn backslashes into slashes before they parse.
  if (/[\p{Cc}\\]/u.test(text) || text.startsWith('//')) return undefined;
  const own = 'https://own.invalid';
  if (!URL.canParse(text, own)) return undefined;
  const url = new URL(text, own);
  if (url.origin !== own || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
