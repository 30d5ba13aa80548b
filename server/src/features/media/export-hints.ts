/** What a camera's or editor's own format is, and what to export instead. */
interface Hint {
  name: string;
  /** The sentence after it. */
  remedy: string;
}

const INSTA360 =
  'Open it in Insta360 Studio or the Insta360 app and export it as a 360 photo (JPEG) or 360 video (MP4).';

/** Formats that only a camera maker's app can turn into a panorama, by the ending of the file's name. */
const BY_ENDING: Record<string, Hint> = {
  insp: { name: 'an Insta360 photo before stitching', remedy: INSTA360 },
  insv: { name: 'an Insta360 video before stitching', remedy: INSTA360 },
  '360': {
    name: 'a GoPro MAX video before stitching',
    remedy: 'Open it in GoPro Player and export it as 360 video: H.264 or HEVC in an MP4 file.',
  },
  osv: {
    name: 'a DJI Osmo 360 video before stitching',
    remedy: 'Open it in DJI Studio and export it as a panoramic MP4 video.',
  },
  dng: {
    name: 'a raw photo',
    remedy:
      'Develop it in your camera’s app or in Lightroom and export it as JPEG, twice as wide as it is high.',
  },
};

const RAW = /^(?:3fr|arw|cr2|cr3|gpr|nef|orf|pef|raf|rw2|srw)$/;

const TIFF: Hint = { name: 'a TIFF or raw photo', remedy: 'Please export it as JPEG or PNG.' };
const HEIC: Hint = {
  name: 'an HEIC photo',
  remedy: 'Export it as JPEG; on an iPhone, choose Settings > Camera > Formats > Most Compatible.',
};

const BY_HEAD: [pattern: RegExp, hint: Hint][] = [
  [/^(?:II[*+]|MM\p{Cc}[*+])/u, TIFF],
  [/^8BPS/, { name: 'a Photoshop file', remedy: 'Please export it as JPEG or PNG.' }],
  [/^....ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)/s, HEIC],
  [/^GIF8/, { name: 'a GIF', remedy: 'Use JPEG or PNG for a picture, and MP4 for a film.' }],
  [/^\s*(?:<\?xml[\s\S]*?)?<svg/i, { name: 'an SVG drawing', remedy: 'Please export it as PNG.' }],
  [/^%PDF/, { name: 'a PDF', remedy: 'Please export its page as PNG.' }],
  [/^PK\p{Cc}{2}/u, { name: 'a ZIP archive', remedy: 'Unpack it and upload the files in it.' }],
];

const sentence = ({ name, remedy }: Hint) => `This is ${name}. ${remedy}`;

/** The refusal of a format that is known by the ending of a file's name; undefined for all others. */
export function hintOfName(fileName: string): string | undefined {
  const [, ending = ''] = /\.([^.]{1,5})$/.exec(fileName.toLowerCase()) ?? [];
  const hint = RAW.test(ending)
    ? BY_ENDING.dng
    : Object.hasOwn(BY_ENDING, ending)
      ? BY_ENDING[ending]
      : undefined;
  return hint && sentence(hint);
}

/** The refusal of a format that is known by a file's first bytes; undefined for all others. */
export function hintOfHead(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, 512);
  const [, hint] = BY_HEAD.find(([pattern]) => pattern.test(text)) ?? [];
  return hint && sentence(hint);
}

/** The refusal of a picture with the two circles of an unstitched camera file. */
export const DUAL_FISHEYE =
  'This picture holds the two circles of a 360 camera before stitching. Export it from the camera’s app as an equirectangular JPEG.';
