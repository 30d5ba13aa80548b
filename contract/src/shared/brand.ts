/** Where the files that a site configuration names are served. */
export const BRAND_PATH = '/brand/';
