import { z } from 'zod';
import { hasHundredParts } from '../shared/money.ts';

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const HttpsUrl = z.url({ protocol: /^https$/, error: 'must be an https address' });
const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #bf8f2c')
  .toLowerCase();

const Colours = z.strictObject({
  gold: Colour.describe('The accent: buttons, marks, lines. Legible shades of it are derived.'),
  cream: Colour.describe('The background of the theme that visitors see first, and of mails.'),
});

/** The name of a file next to the site configuration. */
const fileOf = (...extensions: string[]) =>
  z
    .string()
    .refine(
      (name) => extensions.includes(/^[\w-][\w.-]*\.(\w+)$/.exec(name)?.[1] ?? ''),
      `must be the name of a file beside the site configuration that ends with .${extensions.join(' or .')}`,
    );

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const Pixels = z.int().min(1).max(4000);

/** A font family: with files, or one that visitors' devices have. */
const Font = z.strictObject({
  family: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u, 'must be the name of one family, of letters, digits and spaces'),
  files: z
    .array(
      z.strictObject({
        file: fileOf('woff2'),
        weight: z
          .string()
          .regex(/^\d{1,4}( \d{1,4})?$/, 'must be a weight such as 400, or a range such as 100 900')
          .default('400'),
      }),
    )
    .max(8)
    .default([])
    .describe('Without any, devices need to have the family.'),
  fallback: z.enum(['serif', 'sans-serif']).describe('The generic family to fall back to.'),
});
export type Font = z.infer<typeof Font>;

/** The site configuration: name, logo, colours, fonts and contacts. Read and validated when the server starts. */
export const Site = z.strictObject({
  name: z.string().trim().min(1).max(40),
  slogan: z.string().trim().min(1).max(120),
  description: z.string().trim().min(1).max(300).describe('For search engines and shared links.'),
  logo: z
    .strictObject({
      file: fileOf('svg', 'png', 'webp'),
      dark: fileOf('svg', 'png', 'webp').optional().describe('The same for the dark theme.'),
      width: Pixels.describe('In pixels; with the height it reserves space while the image loads.'),
      height: Pixels,
    })
    .optional()
    .describe('In the top bar; default: the name in type behind a window.'),
  icon: fileOf('svg', 'png')
    .optional()
    .describe("Square; all sizes of icons are made from it. Default: a window in the site's colours."),
  sharePicture: fileOf('png', 'jpg')
    .optional()
    .describe('1200 by 630, for shared links of pages without an image. Default: an image of the name.'),
  colours: Colours,
  fonts: z
    .strictObject({
      display: Font.optional().describe('The font of headings and names of places.'),
      text: Font.optional().describe('The font of all other text.'),
    })
    .optional()
    .describe('Default: Instrument Serif and Hanken Grotesk.'),
  legal: z.strictObject({
    entity: z.string().trim().min(1),
    email: z.email(),
    address: z.string().trim().min(1),
  }),
  security: z
    .strictObject({
      contact: z
        .union([z.email(), HttpsUrl], { error: 'must be an email address or an https address' })
        .optional()
        .describe('An email or a page; default: the legal email.'),
      policy: HttpsUrl.optional().describe('A page with the rules for security researchers.'),
      languages: z
        .array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as en'))
        .min(1)
        .max(10)
        .optional()
        .describe('Languages of reports; default: English.'),
    })
    .optional()
    .describe('Where to report a vulnerability; published at /.well-known/security.txt.'),
  email: z
    .email()
    .optional()
    .describe('The recipient of forms and sender of replies; default: the legal email.'),
  map: z
    .strictObject({
      embed: HttpUrl.describe('A page of a map service that may be framed; visitors load it by a click.'),
      link: HttpUrl.describe("The same place on the map service's site."),
    })
    .optional()
    .describe("The site's address on a map."),
  support: z
    .strictObject({ url: HttpUrl.describe('The target of the QR code.') })
    .optional()
    .describe('Support by a QR code.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency such as INR')
    .refine(
      hasHundredParts,
      'must be a currency of a hundred parts, such as INR; prices are counted in these',
    )
    .optional()
    .describe('The currency of prices; default: INR.'),
  tax: z
    .strictObject({
      name: z.string().min(1).max(40),
      rate: z.number().min(0).max(100).multipleOf(0.01),
      number: z.string().min(1).max(60),
    })
    .optional()
    .describe('The tax that prices include, its rate in percent, and the tax registration number.'),
  receipts: z
    .strictObject({
      timeZone: z
        .string()
        .refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')
        .default('Asia/Kolkata')
        .describe('The time zone of dates and tax years on receipts.'),
      taxYearStart: z
        .int()
        .min(1)
        .max(12)
        .default(4)
        .describe('The month in which the numbers of receipts restart: 4 for April.'),
    })
    .prefault({}),
  analytics: z
    .strictObject({
      script: z
        .url({ protocol: /^https$/ })
        .describe('The script of an analytics service; loaded only for visitors who allow analytics.'),
      hosts: z
        .array(
          z.string().regex(/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, {
            error: 'must be hosts such as https://stats.example or https://*.stats.example',
          }),
        )
        .max(10)
        .optional()
        .describe('Further hosts that the script sends to, besides its own.'),
    })
    .optional()
    .describe('A third-party analytics service in addition to our own.'),
  social: z.array(z.strictObject({ name: z.string().min(1), url: HttpUrl })).max(8),
});
export type Site = z.infer<typeof Site>;
