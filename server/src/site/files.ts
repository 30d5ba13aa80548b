import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BRAND_PATH, type Site } from '@oriel/contract';
import { SiteError } from './site.ts';

/** A file that the site configuration names. */
export interface SiteFile {
  name: string;
  bytes: Buffer;
  contentType: string;
  /** Strong and quoted. */
  etag: string;
}

/** By name. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

const MAX_BYTES = 2 * 1024 * 1024;

/** The supported file types by extension, detected by their first bytes. */
const KINDS: Record<string, { contentType: string; matches: (bytes: Buffer) => boolean }> = {
  svg: {
    contentType: 'image/svg+xml',
    matches: (bytes) => /<svg[\s>]/.test(bytes.subarray(0, 4096).toString('utf8')),
  },
  png: { contentType: 'image/png', matches: (bytes) => bytes.readUInt32BE(0) === 0x89_50_4e_47 },
  jpg: { contentType: 'image/jpeg', matches: (bytes) => bytes.readUInt16BE(0) === 0xff_d8 },
  webp: { contentType: 'image/webp', matches: (bytes) => bytes.toString('latin1', 8, 12) === 'WEBP' },
  woff2: { contentType: 'font/woff2', matches: (bytes) => bytes.toString('latin1', 0, 4) === 'wOF2' },
};
/** The minimum length of any type. */
const MIN_BYTES = 12;

/** The names of all files, with the fields that contain them. */
function namedFiles({ logo, icon, sharePicture, fonts }: Site): [field: string, name: string][] {
  const fontFiles = (['display', 'text'] as const).flatMap((kind) =>
    (fonts?.[kind]?.files ?? []).map(
      ({ file }, index) => [`fonts.${kind}.files.${index}.file`, file] as const,
    ),
  );
  const all = [
    ['logo.file', logo?.file],
    ['logo.dark', logo?.dark],
    ['icon', icon],
    ['sharePicture', sharePicture],
    ...fontFiles,
  ] as const;
  return all.flatMap(([field, name]) => (name === undefined ? [] : [[field, name]]));
}

function readOne(folder: string, name: string): SiteFile | string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path.join(folder, name));
  } catch {
    return `there is no file ${name} beside the site configuration that can be read`;
  }
  const kind = KINDS[name.slice(name.lastIndexOf('.') + 1)];
  if (bytes.length < MIN_BYTES || !kind?.matches(bytes)) return `${name} does not hold what its name says`;
  if (bytes.length > MAX_BYTES) return `${name} is larger than ${MAX_BYTES / 1024 / 1024} MB`;
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { name, bytes, contentType: kind.contentType, etag };
}

/**
 * Reads the files that a site configuration names.
 *
 * @param folder the folder of the configuration
 * @throws {SiteError} naming every field whose file cannot be used
 */
export function readSiteFiles(site: Site, folder: string): SiteFiles {
  const files = new Map<string, SiteFile>();
  const problems: string[] = [];
  for (const [field, name] of namedFiles(site)) {
    const file = readOne(folder, name);
    if (typeof file === 'string') problems.push(`${field}: ${file}`);
    else files.set(name, file);
  }
  if (problems.length > 0) throw new SiteError(problems);
  return files;
}

/** The URL of a file. It changes with the content, so that browsers can cache it for long. */
export function siteFileUrl({ name, etag }: SiteFile): string {
  return `${BRAND_PATH}${name}?v=${etag.slice(1, 9)}`;
}
