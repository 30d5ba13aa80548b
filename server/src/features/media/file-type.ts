/** The type of a file by its first bytes, regardless of its name and declared type. */
export type FileType = 'jpeg' | 'png' | 'webp' | 'avif' | 'mp4' | 'mov' | 'webm' | 'mp3' | 'm4a';

/** How many bytes `fileTypeOf` reads at most. */
export const FILE_TYPE_BYTES = 4096;

const AVIF_BRANDS = new Set(['avif']);
/** Brands of ISO base media files with videos for the web. */
const MP4_BRANDS = /^(?:isom|iso[2-9a]|mp4[12]|avc1|dash|M4V |MSNV|f4v |hvc1|av01)$/;

/** The brands that an ISO base media file declares, the major one first. */
function brandsOf(head: Buffer): string[] {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let offset = 16; offset + 4 <= end; offset += 4)
    brands.push(head.toString('latin1', offset, offset + 4));
  return brands;
}

/** Whether a frame of MPEG audio, layer III, begins here: its sync word, and no reserved value. */
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  return first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08 && third >> 4 < 15;
}

/** @param head the first bytes of the file, up to `FILE_TYPE_BYTES` */
export function fileTypeOf(head: Buffer): FileType | undefined {
  if (head.length < 16) return undefined;
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) {
    return head.includes('webm', 4, 'latin1') ? 'webm' : undefined;
  }
  if (head.toString('latin1', 0, 3) === 'ID3' || isMp3Frame(head)) return 'mp3';
  const brands = brandsOf(head);
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'avif';
  if (brands[0] === 'M4A ' || brands[0] === 'M4B ') return 'm4a';
  if (brands[0] === 'qt  ') return 'mov';
  if (brands.some((brand) => MP4_BRANDS.test(brand))) return 'mp4';
  return undefined;
}
