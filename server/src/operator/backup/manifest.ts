import { createHash, createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { CommandError } from '../command.ts';
import { type Copied, isMissing } from './backup-files.ts';

const MANIFEST = 'manifest.json';
/** In the format of `sha256sum`, which can verify a backup on its own. */
const SUMS = 'SHA256SUMS';
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;
/** A file of the backup may lead nowhere else. */
const INSIDE = /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\0\\]+$/;

const Manifest = z.object({
  format: z.literal(1),
  release: z.string(),
  /** The major version. */
  postgres: z.string(),
  /** The database is as it was at this moment or later: what had been acknowledged before is in the backup. */
  consistentAt: z.iso.datetime(),
  /** See `keyFingerprint`. */
  secretKey: z.string(),
  hasMedia: z.boolean(),
  files: z.number(),
  bytes: z.number(),
  /** SHA-256 of the list of files. */
  sums: z.string(),
  /** All folders, since some tools lose empty ones. */
  folders: z.array(z.string().regex(INSIDE)),
});
export type Manifest = z.output<typeof Manifest>;

/** What a backup consists of. */
export interface Backup {
  manifest: Manifest;
  /** The hash of each file, by its path. */
  files: ReadonlyMap<string, string>;
}

/** Tells one `SECRET_KEY` from another without giving it away. */
export function keyFingerprint(secretKey: string): string {
  return createHmac('sha256', secretKey).update('backup').digest('hex').slice(0, 16);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes the list of files, then the manifest, which makes the backup whole. */
export async function writeManifest(
  folder: string,
  copied: ReadonlyMap<string, Copied>,
  rest: Omit<Manifest, 'format' | 'files' | 'bytes' | 'sums'>,
): Promise<Manifest> {
  const names = [...copied.keys()].sort();
  const sums = names.map((name) => `${copied.get(name)?.sha256}  ${name}\n`).join('');
  const bytes = [...copied.values()].reduce((sum, file) => sum + file.bytes, 0);
  const manifest: Manifest = { format: 1, ...rest, files: names.length, bytes, sums: sha256(sums) };
  await writeFile(path.join(folder, SUMS), sums, { mode: 0o600, flush: true });
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await writeFile(path.join(folder, MANIFEST), text, { mode: 0o600, flush: true });
  return manifest;
}

async function readText(folder: string, name: string): Promise<string> {
  try {
    return await readFile(path.join(folder, name), 'utf8');
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new CommandError(`${folder} is no complete backup: it has no ${name}.`);
  }
}

/** Reads what a backup consists of; its files are verified when they are copied. @throws {CommandError} */
export async function readBackup(folder: string): Promise<Backup> {
  const [text, sums] = await Promise.all([readText(folder, MANIFEST), readText(folder, SUMS)]);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Fails below.
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) throw new CommandError(`${MANIFEST} in ${folder} is damaged, or of a later release.`);
  if (parsed.data.sums !== sha256(sums)) throw new CommandError(`${SUMS} in ${folder} is damaged.`);
  const files = new Map<string, string>();
  for (const line of sums.split('\n').filter(Boolean)) {
    const [, hash = '', name = ''] = LINE.exec(line) ?? [];
    if (!INSIDE.test(name)) throw new CommandError(`${SUMS} in ${folder} names a file outside of it.`);
    files.set(name, hash);
  }
  return { manifest: parsed.data, files };
}
