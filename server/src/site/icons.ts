import type { Site } from '@oriel/contract';
import sharp from 'sharp';
import { type Html, html } from '../html.ts';
import type { SiteFiles } from './files.ts';
import { accentOnInk } from './palette.ts';
import { textToPath } from './text-path.ts';

const INK = '#2a2117';
/** An arched window, within 32 by 32. */
const WINDOW = 'M8.5 25V13.2c0-3.5 3.3-6.2 7.5-6.2s7.5 2.7 7.5 6.2V25M8.5 25h15M16 7v18M8.500 17h15';
/** What shapes of phones leave of an icon: a circle of four fifths. */
const MASKABLE_SAFE_AREA = 0.8;
const SHARE = { width: 1200, height: 630 };

const svg = (width: number, height: number, body: Html): Buffer =>
  Buffer.from(
    String(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`),
  );

function windowIn(colour: string): Html {
  return html`<path d="${WINDOW}" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** The icon of a brand that brings none. @param radius of its corners */
function defaultIcon({ name, colours }: Site, radius: number): Buffer {
  return svg(
    32,
    32,
    html`<title>${name}</title><rect width="32" height="32" rx="${radius}" fill="${INK}"/>${windowIn(accentOnInk(colours))}`,
  );
}

/** An SVG icon keeps its letters and lines at every size; this is how much is asked of it. */
const DENSITY = 1200;

function square(source: Buffer, size: number) {
  return sharp(source, { density: DENSITY }).resize(size, size, {
    fit: 'contain',
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
}

/** Of few colours, as icons are. */
const SMALL = { palette: true };
/** Sharp at the edges of letters, and small enough for those who show links. */
const PHOTO = { quality: 86, chromaSubsampling: '4:4:4' };

/** One picture of 32 pixels as browsers without SVG take it. */
function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The icons of a brand, and the picture of links to it, each made when it is first asked for. */
export function createIcons(site: Site, files: SiteFiles) {
  const { colours, name, slogan } = site;
  const iconFile = site.icon === undefined ? undefined : files.get(site.icon);
  const source = iconFile?.bytes ?? defaultIcon(site, 7);

  return {
    /** Where the brand's icon is of pixels, an SVG that holds them. */
    async svg(): Promise<Buffer> {
      if (iconFile?.contentType !== 'image/png') return source;
      const pixels = (await square(source, 128).png(SMALL).toBuffer()).toString('base64');
      return svg(
        32,
        32,
        html`<title>${name}</title><image width="32" height="32" href="data:image/png;base64,${pixels}"/>`,
      );
    },
    png: (size: number) => square(source, size).png(SMALL).toBuffer(),
    async ico() {
      return ico(await square(source, 32).png(SMALL).toBuffer());
    },
    /** Without transparent parts and with room at the edges, for phones that cut their own shape. */
    async full(size: number): Promise<Buffer> {
      if (iconFile === undefined) return square(defaultIcon(site, 0), size).png(SMALL).toBuffer();
      const inner = await square(source, Math.round(size * MASKABLE_SAFE_AREA))
        .png(SMALL)
        .toBuffer();
      return sharp({ create: { width: size, height: size, channels: 3, background: colours.cream } })
        .composite([{ input: inner }])
        .png(SMALL)
        .toBuffer();
    },
    /** For shared links of pages that have no picture of their own. */
    async share(): Promise<Buffer> {
      const own = site.sharePicture === undefined ? undefined : files.get(site.sharePicture);
      if (own !== undefined)
        return sharp(own.bytes)
          .resize({ ...SHARE, fit: 'cover' })
          .jpeg(PHOTO)
          .toBuffer();
      const line = (text: string, size: number, y: number, colour: string) => {
        const set = textToPath(text, size);
        if (set === undefined) return undefined;
        const shrunk = Math.min(1, (SHARE.width - 160) / set.width);
        const x = (SHARE.width - set.width * shrunk) / 2;
        return html`<path transform="translate(${x} ${y}) scale(${shrunk})" d="${set.path}" fill="${colour}"/>`;
      };
      const picture = svg(
        SHARE.width,
        SHARE.height,
        html`<rect width="1200" height="630" fill="${colours.cream}"/><rect width="1200" height="16" fill="${colours.gold}"/>
<g transform="translate(504 90) scale(6)">${windowIn(colours.gold)}</g>
${line(name, 130, 430, INK)}${line(slogan, 44, 520, '#66573f')}`,
      );
      return sharp(picture).jpeg(PHOTO).toBuffer();
    },
  };
}
