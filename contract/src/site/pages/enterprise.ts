import { z } from 'zod';
import { Amount, Card, Cell, Currency, Form, Hero, Id, listOf, meta, Text } from '../text-parts.ts';

const PACKAGE_IDS = ['basic', 'standard', 'premium', 'elite'] as const;

/** An add-on of the package builder; prices are in major units of the builder's currency. */
export const AddOn = z
  .strictObject({
    id: Id,
    label: Text,
    description: Text,
    price: Amount,
    unit: z.enum(['once', 'per area', 'per month']),
    quantityEnabled: z.boolean(),
    quantityLabel: Text.optional(),
  })
  .refine(
    ({ quantityEnabled, quantityLabel }) => quantityEnabled === (quantityLabel !== undefined),
    'a quantity needs its label, and only a quantity has one',
  );
export type AddOn = z.infer<typeof AddOn>;

/** The page `/enterprise`. */
export const EnterprisePage = z.strictObject({
  ...meta,
  opening: Hero,
  services: z.strictObject({ heading: Text, items: z.array(Card).min(3) }),
  steps: z.strictObject({ heading: Text, lead: Text, items: z.array(Card).length(7) }),
  packages: z.strictObject({
    heading: Text,
    note: Text,
    featureLabel: Text.describe('The head of the first column.'),
    currency: Currency,
    unit: Text,
    items: z.array(
      z.strictObject({ id: z.enum(PACKAGE_IDS), name: Text, price: Amount.describe('A month.'), for: Text }),
    ),
    rows: z.array(
      z.strictObject({
        label: Text,
        cells: z.strictObject({ basic: Cell, standard: Cell, premium: Cell, elite: Cell }),
      }),
    ),
    included: Text.describe('The label of a tick for screen readers.'),
    missing: Text,
  }),
  builder: z.strictObject({
    heading: Text,
    lead: Text,
    currency: Currency,
    addOns: z.array(AddOn).min(1),
    total: z.strictObject({ once: Text, monthly: Text, none: Text }),
    checkout: Text,
    checkoutAlert: Text,
  }),
  quote: Form,
  clients: listOf(z.array(z.strictObject({ name: Text })).min(1)),
  partners: listOf(z.array(z.strictObject({ name: Text })).min(1)),
});
export type EnterprisePage = z.infer<typeof EnterprisePage>;
