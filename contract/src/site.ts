import { z } from 'zod';

const Address = z.url({ protocol: /^https?$/ });
const Colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #bf8f2c');

/** Whether a unit of the currency has a hundred parts: the rupee, not the yen (none) or the dinar (a thousand). */
function hasHundredParts(currency: string): boolean {
  if (!/^[A-Z]{3}$/.test(currency)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits === 2;
}

/** The one site configuration: what makes this product a certain company's. Read and validated when the server starts. */
export const Site = z.strictObject({
  name: z.string().min(1).max(40),
  slogan: z.string().min(1).max(120),
  description: z.string().min(1).max(300).describe('For search engines and shared links.'),
  logo: z
    .strictObject({ src: z.string().startsWith('/'), alt: z.string() })
    .optional()
    .describe('Else the name is set in type.'),
  colours: z.strictObject({ gold: Colour, cream: Colour }),
  legal: z.strictObject({ entity: z.string().min(1), email: z.email(), address: z.string().min(1) }),
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
  analytics: z
    .strictObject({
      script: z
        .url({ protocol: /^https$/ })
        .describe('Of an analytics service; loaded only for visitors who allow analytics.'),
    })
    .optional()
    .describe("Another company's analytics beside our own."),
  social: z.array(z.strictObject({ name: z.string().min(1), url: Address })).max(8),
});
export type Site = z.infer<typeof Site>;
