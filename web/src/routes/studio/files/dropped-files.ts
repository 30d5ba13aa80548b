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

/** Adds the files of an entry; one that cannot be read is counted, and the others still come. */
async function collect(entry: FileSystemEntry, dropped: DroppedFiles): Promise<void> {
  if (LITTER.test(entry.name)) return;
  try {
    if (entry.isFile) dropped.files.push(await fileOf(entry as FileSystemFileEntry));
    else
      for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) await collect(inner, dropped);
  } catch {
    dropped.unreadable += 1;
  }
}

/** What a drop has come to. */
export interface DroppedFiles {
  files: File[];
  /** How many files and folders could not be read. */
  unreadable: number;
}

/** What was dropped: files, and those in folders. Call it while the event is handled. */
export async function droppedFiles({
  items,
  files,
}: Pick<DataTransfer, 'items' | 'files'>): Promise<DroppedFiles> {
  const plain = [...files];
  const entries = [...items].flatMap((item) => (item.kind === 'file' && item.webkitGetAsEntry()) || []);
  if (entries.length === 0) return { files: plain, unreadable: 0 };
  const dropped: DroppedFiles = { files: [], unreadable: 0 };
  for (const entry of entries) await collect(entry, dropped);
  return dropped;
}
