import { createHash } from 'node:crypto';

/** What allows one inline text. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Tells our own inline scripts from any that got into a page otherwise: ours bear the nonce of this rendering, which nobody
 * could know before. It is taken off again, so that the page can be kept and is the same each time.
 *
 * @param html the finished page
 * @param nonce letters, digits, `-` and `_` alone
 * @returns the page without the nonce, and the `script-src` sources that allow its marked scripts
 */
export function nameOwnScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const opening = `<script${mark}`;
  const hashes = new Set<string>();
  for (let at = html.indexOf(opening); at !== -1; at = html.indexOf(opening, at + 1)) {
    const start = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script>', start);
    if (start > 0 && end > start) hashes.add(hashSource(html.slice(start, end)));
  }
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] };
}

/** Where browsers send what a page tried against its policy. */
export const POLICY_REPORT_PATH = '/api/csp-reports';

/**
 * The Content-Security-Policy of a page. Pictures, films and frames of tours may come from any https address, because
 * editors link to them; scripts and styles are ours alone.
 *
 * @param hashes what allows the page's own inline scripts
 * @param configured where the payment window and the analytics script come from; those of other sites may run scripts here
 * @param style the text of the one style element that a page may have: what a brand adds to the built styles
 */
export function pagePolicy(
  hashes: readonly string[],
  configured: readonly (string | undefined)[] = [],
  style?: string,
): string {
  const scripts = ["'self'", ...hashes];
  for (const address of configured)
    if (address !== undefined && URL.canParse(address)) scripts.push(new URL(address).origin);
  const styles = ["'self'", ...(style === undefined ? [] : [hashSource(style)])];
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    // Style attributes in the rendered HTML (colours of pictures) need this; they carry no script.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self' data: https:",
    "worker-src 'self'",
    "manifest-src 'self'",
    'frame-src https: http:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${POLICY_REPORT_PATH}`,
  ].join('; ');
}

/** Scripts that run as workers live under the policy that they come with, not under the page's. */
export const BUILD_FILE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self' data: https:; img-src 'self' data: blob: https:";
