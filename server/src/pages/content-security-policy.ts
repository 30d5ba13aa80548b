import { createHash } from 'node:crypto';
import type { Site } from '@oriel/contract';

/** The source that allows one inline script or style. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Hashes a page's origins inline scripts. They carry the unpredictable nonce of this render, so injected scripts are not
 * hashed. The nonce is removed, so that the page is cacheable.
 *
 * @param html the rendered page
 * @param nonce letters, digits, `-` and `_` only
 * @returns the page without the nonce, and the `script-src` sources that allow its origins scripts
 */
export function hashOwnScripts(html: string, nonce: string): { html: string; hashes: string[] } {
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

/** Where browsers report policy violations. */
export const POLICY_REPORT_PATH = '/api/csp-reports';

/** External origins that the catalogue uses, such as `https://tours.example:8443`. */
export interface CatalogueOrigins {
  /** Of thumbnails and icons. */
  images: string[];
  /** Of tours' photos and videos. */
  photos: string[];
  videos: string[];
  /** Of embedded tours. */
  frames: string[];
}

/** The external host sources of the site's pages, by use. */
export interface ExternalSources {
  scripts: string[];
  /** Of requests by scripts, the site's and external ones. */
  connections: string[];
  images: string[];
  videos: string[];
  frames: string[];
}

/** A valid host source: the host of a URL may contain `;` and `,`, which would start another directive. */
const HOST_SOURCE = /^https?:\/\/(\*\.)?[a-z0-9._-]+(:\d{1,5})?$/;

/** Avatars of members who signed in with Google. */
const MEMBER_AVATARS = 'https://*.googleusercontent.com';

/** The origin of an absolute URL; none for a path. */
const originOf = (url: string | undefined): string[] =>
  url !== undefined && URL.canParse(url) ? [new URL(url).origin] : [];

/** Razorpay's payment window loads frames, images and reports from several of its hosts. */
function gatewayHosts(checkoutScript: string): string[] {
  const origins = originOf(checkoutScript);
  return origins.some((origin) => origin.endsWith('.razorpay.com'))
    ? [...origins, 'https://*.razorpay.com']
    : origins;
}

/**
 * The external sources that the settings and the catalogue require.
 *
 * @param checkoutScript the URL or path of the payment window's script
 * @param mediaUrl the origin of media where they have a host of their own
 */
export function externalSources(
  checkoutScript: string,
  site: Pick<Site, 'analytics' | 'map'>,
  catalogue: CatalogueOrigins,
  mediaUrl?: string,
): ExternalSources {
  const media = originOf(mediaUrl);
  const gateway = gatewayHosts(checkoutScript);
  const analytics = [...originOf(site.analytics?.script), ...(site.analytics?.hosts ?? [])];
  return {
    scripts: [...originOf(checkoutScript), ...originOf(site.analytics?.script)],
    connections: [...gateway, ...analytics, ...media, ...catalogue.photos],
    images: [...gateway, ...analytics, ...media, ...catalogue.photos, ...catalogue.images, MEMBER_AVATARS],
    videos: [...media, ...catalogue.videos],
    frames: [...gateway, ...originOf(site.map?.embed), ...catalogue.frames],
  };
}

/**
 * The Content-Security-Policy of a page: the site's own origin, and external sources.
 *
 * @param hashes the sources of the page's own inline scripts
 * @param style the text of the page's style element, if it has one
 * @param frameAncestors the sources of the websites that may show the page in a frame
 */
export function pagePolicy(
  hashes: readonly string[],
  external: ExternalSources,
  style?: string,
  frameAncestors = "'none'",
): string {
  const styles = style === undefined ? [] : [hashSource(style)];
  const directive = (name: string, origins: readonly string[], others: readonly string[] = []) =>
    [name, ...origins, ...new Set(others.filter((other) => HOST_SOURCE.test(other)))].join(' ');
  return [
    "default-src 'none'",
    directive('script-src', ["'self'", ...hashes], external.scripts),
    directive('style-src', ["'self'", ...styles]),
    // For style attributes in the rendered HTML, such as placeholder colours of images.
    "style-src-attr 'unsafe-inline'",
    directive('img-src', ["'self'", 'data:', 'blob:'], external.images),
    directive('media-src', ["'self'", 'blob:'], external.videos),
    "font-src 'self'",
    directive('connect-src', ["'self'"], external.connections),
    "worker-src 'self'",
    "manifest-src 'self'",
    directive('frame-src', ["'self'"], external.frames),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    `report-uri ${POLICY_REPORT_PATH}`,
  ].join('; ');
}

/** Worker scripts have the policy of their own response, not the page's. The site's workers fetch nothing. */
export const BUILD_FILE_POLICY = "default-src 'none'; script-src 'self'";
