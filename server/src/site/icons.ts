import type { Site } from '@oriel/contract';
import sharp from 'sharp';
import { type Html, html } from '../html.ts';
import type { SiteFiles } from './files.ts';
import { accentOnInk } from './palette.ts';
import { textToPath } from './text-path.ts';

const INK = '#2a2117';
/** The path of an arched window, within 32 by 32. */
const WINDOW = 'M8.5 25V13.2c0-3.5 3.3-6.2 7.5-6.2s7.5 2.7 7.5 6.2V25M8.5 25h15M16 7v18M8.500 17h15';
/** The share of a maskable icon that is always visible: a circle of four fifths. */
const MASKABLE_SAFE_AREA = 0.8;
const SHARE = { width: 1200, height: 630 };

const svg = (width: number, height: number, body: Html): Buffer =>
  Buffer.from(
    String(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`),
  );

function windowIn(colour: string): Html {
  return html`<path d="${WINDOW}" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** The icon of a site that has none. @param radius of the corners, in units of 1/32 of the size */
function defaultIcon({ name, colours }: Site, radius: number): Buffer {
  return svg(
    32,
    32,
    html`<title>${name}</title><rect width="32" height="32" rx="${radius}" fill="${INK}"/>${windowIn(accentOnInk(colours))}`,
  );
}

/** The resolution at which SVG icons are rasterised, in DPI. */
const DENSITY = 1200;

function square(source: Buffer, size: number) {
  return sharp(source, { density: DENSITY }).resize(size, size, {
    fit: 'contain',
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
}

/** Icons have few colours. */
const SMALL = { palette: true };
/** Sharp at the edges of text, and small enough for link previews. */
const PHOTO = { quality: 86, chromaSubsampling: '4:4:4' };

/** Wraps a PNG of 32 pixels in an ICO file, for browsers without SVG icons. */
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

/** Functions that render the site's icons and its image for link previews. */
export function createIcons(site: Site, files: SiteFiles) {
  const { colours, name, slogan } = site;
  const iconFile = site.icon === undefined ? undefined : files.get(site.icon);
  const source = iconFile?.bytes ?? defaultIcon(site, 7);

  return {
    /** The icon as SVG; a PNG icon is embedded in one. */
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
    /** Opaque and with a safe area, for platforms that mask icons. */
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
    /** For link previews of pages without an image. */
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
