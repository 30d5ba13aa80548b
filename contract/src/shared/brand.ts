/** The path below which the files named in the site configuration are served. */
export const BRAND_PATH = '/brand/';
