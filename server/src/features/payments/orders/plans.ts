import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_CURRENCY, type Plan, type Site } from '@oriel/contract';
import { z } from 'zod';
import type { Db } from '../../../database/database.ts';
import { MINOR_UNITS, majorUnits } from '../money.ts';
import { findOfferedPlans, insertPlans } from './plan-store.ts';

const FILE = path.resolve(import.meta.dirname, '../../../../../content/plans.json');

/** The shape of `content/plans.json`. */
const PlanFile = z.array(
  z.strictObject({
    plan_id: z.string().regex(/^[a-z0-9-]{1,60}$/),
    name: z.string().min(1).max(100),
    description: z.array(z.string().min(1)).max(10),
    tokens: z.int().positive(),
    price: z
      .number()
      .positive()
      .multipleOf(1 / MINOR_UNITS),
    validity_days: z.int().min(1).max(3660),
    tier: z.enum(['Plus', 'Pro']).nullable(),
  }),
);

/** Adds the plans of `content/plans.json` that do not exist yet; existing ones may have been edited and do not change. */
export async function installPlans(db: Db, site: Pick<Site, 'currency'>): Promise<void> {
  const plans = PlanFile.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  if (plans.length === 0) return;
  await insertPlans(
    db,
    plans.map((plan, position) => ({
      id: plan.plan_id,
      name: plan.name,
      description: plan.description.join('\n'),
      tokens: plan.tokens,
      amount: Math.round(plan.price * MINOR_UNITS),
      currency: site.currency ?? DEFAULT_CURRENCY,
      validity_days: plan.validity_days,
      tier: plan.tier,
      position,
    })),
  );
}

/** What can be bought, in the order in which it is shown. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const plans = await findOfferedPlans(db);
  return plans.map((plan) => ({
    plan_id: plan.id,
    name: plan.name,
    description: plan.description,
    tokens: plan.tokens,
    currency: plan.currency,
    price: majorUnits(plan.amount),
    validity_days: plan.validity_days,
    tier: plan.tier,
  }));
}
