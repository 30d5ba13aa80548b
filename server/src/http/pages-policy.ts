import { createHash } from 'node:crypto';

/** What allows one inline text. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** `script-src` sources for the inline scripts of a finished page, so that no page needs `unsafe-inline` or a nonce. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    const isCode = !/\ssrc=/i.test(attributes) && !/type="application\/ld\+json"/i.test(attributes);
    if (isCode && text !== '') hashes.add(hashSource(text));
  }
  return [...hashes];
}

/** Where browsers send what a page tried against its policy. */
export const POLICY_REPORT_PATH = '/api/csp-reports';

/**
 * The Content-Security-Policy of a page. Pictures, films and frames of tours may come from any https address, because
 * editors link to them; scripts and styles are ours alone.
 *
 * @param html the finished page
 * @param configured where the payment window and the analytics script come from; those of other sites may run scripts here
 * @param style the text of the one style element that a page may have: what a brand adds to the built styles
 */
export function pagePolicy(
  html: string,
  configured: readonly (string | undefined)[] = [],
  style?: string,
): string {
  const scripts = ["'self'", ...inlineScriptHashes(html)];
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
