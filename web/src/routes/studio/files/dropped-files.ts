/** What systems and programs leave in folders. */
const LITTER = /^(\..*|Thumbs\.db|desktop\.ini)$/i;

/** The files of a folder that was chosen, without what systems leave there. */
export const withoutLitter = (files: Iterable<File>): File[] =>
  [...files].filter(({ name }) => !LITTER.test(name));

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A folder's entries come in parts; an empty one is the last. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (LITTER.test(entry.name)) return [];
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)];
  const files: File[] = [];
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry))
    files.push(...(await filesIn(inner)));
  return files;
}

/** What was dropped: files, and those in folders. Call it while the event is handled. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const plain = [...files];
  const entries = [...items].flatMap((item) => (item.kind === 'file' && item.webkitGetAsEntry()) || []);
  if (entries.length === 0) return plain;
  return (await Promise.all(entries.map(filesIn))).flat();
}
