import { z } from 'zod';
import { Amount, Cell, Currency, Hero, listOf, meta, Text } from '../text-parts.ts';

const PLAN_IDS = ['free', 'pro', 'teams', 'enterprise'] as const;

const Limit = Amount.nullable().describe('null is by agreement, or not stated.');
const PricingPlan = z.strictObject({
  id: z.enum(PLAN_IDS),
  name: Text,
  for: Text,
  monthlyPrice: Amount.nullable().describe('null is by agreement.'),
  priceLabel: Text.optional().describe('In place of a price.'),
  unit: Text.optional(),
  includes: Text.optional().describe('What it has in common with a smaller plan; heads the list.'),
  limits: z.strictObject({
    seats: Limit,
    tours: Limit,
    scenes: Limit,
    storageGb: Limit,
    monthlyViews: Limit,
  }),
  pooledViews: z.boolean().describe('Whether the views are shared by all members of a team.'),
  features: z.array(Text).min(1),
  action: z.strictObject({
    kind: z.enum(['current', 'upgrade', 'team', 'quote']),
    label: Text,
    signUp: Text.optional().describe('With the current plan: the link by which guests get an account.'),
  }),
});

/** The page `/pricing`. */
export const PricingPage = z.strictObject({
  ...meta,
  opening: Hero,
  families: z
    .strictObject({ label: Text, places: Text, viewing: Text, viewingNote: Text, viewingAction: Text })
    .describe('Plans for showing places, and token plans for viewing them.'),
  currency: Currency,
  period: z.strictObject({ label: Text, monthly: Text, yearly: Text, saving: Text, billedYearly: Text }),
  limitLabels: z.strictObject({
    seats: Text,
    tours: Text,
    scenes: Text,
    storageGb: Text,
    monthlyViews: Text,
    pooledViews: Text,
  }),
  plans: z.array(PricingPlan).length(4),
  comparison: z
    .strictObject({
      heading: Text,
      featureLabel: Text.describe('The head of the first column.'),
      limits: z
        .strictObject({ seats: Text, tours: Text, scenes: Text, storageGb: Text, monthlyViews: Text })
        .describe('The names of the first rows, which hold the limits of the plans.'),
      gigabytes: Text,
      pooled: Text.describe('After views that a team shares.'),
      sameAs: Text.describe('Before the name of the smaller plan.'),
      byAgreement: Text,
      included: Text.describe('The label of a tick for screen readers.'),
      missing: Text,
      rows: z.array(
        z.strictObject({
          label: Text,
          cells: z.strictObject({ free: Cell, pro: Cell, teams: Cell, enterprise: Cell }),
        }),
      ),
    })
    .optional()
    .describe('The plans in one table; without it there is none.'),
  note: Text,
  questions: listOf(z.array(z.strictObject({ question: Text, answer: Text })).length(6)),
});
export type PricingPage = z.infer<typeof PricingPage>;
