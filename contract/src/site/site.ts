import { z } from 'zod';
import { hasHundredParts } from '../shared/money.ts';

const Address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const HttpsAddress = z.url({ protocol: /^https$/, error: 'must be an https address' });
const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #bf8f2c')
  .toLowerCase();

const Colours = z.strictObject({
  gold: Colour.describe('The accent: buttons, marks, lines. Shades of it that can be read are derived.'),
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
    .describe('Without any, the family is looked for on the device.'),
  fallback: z.enum(['serif', 'sans-serif']).describe('What takes its place where it is missing.'),
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
      width: Pixels.describe('In pixels; with the height it keeps the room of the picture while it loads.'),
      height: Pixels,
    })
    .optional()
    .describe('In the top bar. Else the name is set in type behind a window.'),
  icon: fileOf('svg', 'png')
    .optional()
    .describe('Square; all sizes of icons are made from it. Else the window in the colours of the brand.'),
  sharePicture: fileOf('png', 'jpg')
    .optional()
    .describe('Of 1200 by 630, for shared links of pages without a picture. Else one with the name is made.'),
  colours: Colours,
  fonts: z
    .strictObject({
      display: Font.optional().describe('Of headings and names of places.'),
      text: Font.optional().describe('Of everything else.'),
    })
    .optional()
    .describe('Instrument Serif and Hanken Grotesk unless set.'),
  legal: z.strictObject({
    entity: z.string().trim().min(1),
    email: z.email(),
    address: z.string().trim().min(1),
  }),
  security: z
    .strictObject({
      contact: z
        .union([z.email(), HttpsAddress], { error: 'must be an email address or an https address' })
        .optional()
        .describe('An email address or a page; the legal address by default.'),
      policy: HttpsAddress.optional().describe('A page that says what finders may do and expect.'),
      languages: z
        .array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as en'))
        .min(1)
        .max(10)
        .optional()
        .describe('In which finders may write; English by default.'),
    })
    .optional()
    .describe('Whom to tell of a vulnerability; published at /.well-known/security.txt.'),
  email: z
    .email()
    .optional()
    .describe('Where forms are mailed and answers come from; the legal address by default.'),
  map: z
    .strictObject({
      embed: Address.describe(
        'A page of a map service that may be framed; it is loaded only when somebody asks.',
      ),
      link: Address.describe('The same place at that service.'),
    })
    .optional()
    .describe('Where the company is.'),
  support: z
    .strictObject({ url: Address.describe('What the QR code leads to.') })
    .optional()
    .describe('Where people can support the company by a QR code.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency such as INR')
    .refine(
      hasHundredParts,
      'must be a currency of a hundred parts, such as INR; prices are counted in these',
    )
    .optional()
    .describe('Of prices; INR unless set.'),
  tax: z
    .strictObject({
      name: z.string().min(1).max(40),
      rate: z.number().min(0).max(100).multipleOf(0.01),
      number: z.string().min(1).max(60),
    })
    .optional()
    .describe('What prices include, its rate in percent, and the number under which the company pays it.'),
  receipts: z
    .strictObject({
      timeZone: z
        .string()
        .refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')
        .default('Asia/Kolkata')
        .describe('By whose clock days and years on receipts are told.'),
      taxYearStart: z
        .int()
        .min(1)
        .max(12)
        .default(4)
        .describe('The month in which the numbers of receipts begin again: 4 for April.'),
    })
    .prefault({}),
  analytics: z
    .strictObject({
      script: z
        .url({ protocol: /^https$/ })
        .describe('Of an analytics service; loaded only for visitors who allow analytics.'),
      hosts: z
        .array(
          z.string().regex(/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, {
            error: 'must be hosts such as https://stats.example or https://*.stats.example',
          }),
        )
        .max(10)
        .optional()
        .describe(
          'Where else that script sends to; it reaches no others beside the host that it comes from.',
        ),
    })
    .optional()
    .describe("Another company's analytics beside our own."),
  social: z.array(z.strictObject({ name: z.string().min(1), url: Address })).max(8),
});
export type Site = z.infer<typeof Site>;
