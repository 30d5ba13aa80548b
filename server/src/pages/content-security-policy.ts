import { createHash } from 'node:crypto';
import type { Site } from '@oriel/contract';

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

/** The origins beside our own from which the catalogue shows something, such as `https://tours.example:8443`. */
export interface CatalogueOrigins {
  /** Thumbnails and icons. */
  images: string[];
  /** Photos and videos of tours. */
  photos: string[];
  videos: string[];
  /** Pages that are tours. */
  frames: string[];
}

/** What pages of this site show and run that is not the server's own. Each is a host source, as policies name them. */
export interface ForeignSources {
  /** Whose scripts run here. */
  scripts: string[];
  /** Whom scripts, ours and theirs, may talk to. */
  connections: string[];
  pictures: string[];
  films: string[];
  frames: string[];
}

/** What may stand in a policy: the host of an address may hold `;` and `,`, which would begin a directive of its own. */
const HOST_SOURCE = /^https?:\/\/(\*\.)?[a-z0-9._-]+(:\d{1,5})?$/;

/** Where the pictures of members who signed in with Google are. */
const MEMBER_PICTURES = 'https://*.googleusercontent.com';

/** The origin of an absolute address; nothing for a path of our own. */
const originOf = (address: string | undefined): string[] =>
  address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [];

/** The payment window is made of several hosts of its company: its frame, its pictures, where it reports. */
function gatewayHosts(checkoutScript: string): string[] {
  const own = originOf(checkoutScript);
  return own.some((origin) => origin.endsWith('.razorpay.com')) ? [...own, 'https://*.razorpay.com'] : own;
}

/**
 * Whom the settings and the catalogue let into pages.
 *
 * @param checkoutScript the address of the payment window's script
 * @param site the configuration of the site
 * @param catalogue the origins that tours and categories lead to
 */
export function foreignSources(
  checkoutScript: string,
  site: Pick<Site, 'analytics' | 'map'>,
  catalogue: CatalogueOrigins,
): ForeignSources {
  const gateway = gatewayHosts(checkoutScript);
  const analytics = [...originOf(site.analytics?.script), ...(site.analytics?.hosts ?? [])];
  return {
    scripts: [...originOf(checkoutScript), ...originOf(site.analytics?.script)],
    connections: [...gateway, ...analytics, ...catalogue.photos],
    pictures: [...gateway, ...analytics, ...catalogue.photos, ...catalogue.images, MEMBER_PICTURES],
    films: catalogue.videos,
    frames: [...gateway, ...originOf(site.map?.embed), ...catalogue.frames],
  };
}

/**
 * The Content-Security-Policy of a page: scripts, styles, letters and answers of our own, and of others what the settings
 * and the catalogue name.
 *
 * @param hashes what allows the page's own inline scripts
 * @param foreign whom else pages show and run
 * @param style the text of the one style element that a page may have: what a brand adds to the built styles
 */
export function pagePolicy(hashes: readonly string[], foreign: ForeignSources, style?: string): string {
  const styles = style === undefined ? [] : [hashSource(style)];
  const directive = (name: string, own: readonly string[], others: readonly string[] = []) =>
    [name, ...own, ...new Set(others.filter((other) => HOST_SOURCE.test(other)))].join(' ');
  return [
    "default-src 'none'",
    directive('script-src', ["'self'", ...hashes], foreign.scripts),
    directive('style-src', ["'self'", ...styles]),
    // Style attributes in the rendered HTML (colours of pictures) need this; they carry no script.
    "style-src-attr 'unsafe-inline'",
    directive('img-src', ["'self'", 'data:', 'blob:'], foreign.pictures),
    directive('media-src', ["'self'", 'blob:'], foreign.films),
    "font-src 'self'",
    directive('connect-src', ["'self'"], foreign.connections),
    "worker-src 'self'",
    "manifest-src 'self'",
    directive('frame-src', ["'self'"], foreign.frames),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${POLICY_REPORT_PATH}`,
  ].join('; ');
}

/** Scripts that run as workers live under the policy that they come with, not under the page's. Ours fetch nothing. */
export const BUILD_FILE_POLICY = "default-src 'none'; script-src 'self'";
