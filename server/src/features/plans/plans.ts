import type { PricingPage, WorkspacePlan } from '@oriel/contract';

/** What a workspace may hold. Null for no limit. */
export interface Limits {
  /** Members of its team, and open invitations to it. */
  seats: number | null;
  tours: number | null;
  scenes: number | null;
  bytes: number | null;
  /** Views of its tours in a month. They are told, and nothing is shut. */
  monthlyViews: number | null;
}

/** The plans of the pricing page, with what they allow. */
export interface PlanTable {
  plans: ReadonlyMap<WorkspacePlan, Limits & { name: string }>;
  /** How many bytes a workspace may hold where its plan says nothing of it. */
  defaultBytes: number;
}

const GIGABYTE = 1024 ** 3;

/** Reads what the pricing page says, so that it promises and the server allows the same. */
export function readPlanTable({ plans }: Pick<PricingPage, 'plans'>, defaultBytes: number): PlanTable {
  const pro = plans.find(({ id }) => id === 'pro')?.limits;
  const table = plans.map(({ id, name, limits }) => {
    // A team has all that the page says of Pro, as far as it says nothing else of teams.
    const base = id === 'teams' ? pro : undefined;
    const storageGb = limits.storageGb ?? base?.storageGb ?? null;
    return [
      id,
      {
        name,
        seats: limits.seats ?? base?.seats ?? null,
        tours: limits.tours ?? base?.tours ?? null,
        scenes: limits.scenes ?? base?.scenes ?? null,
        monthlyViews: limits.monthlyViews ?? base?.monthlyViews ?? null,
        bytes: storageGb === null ? null : storageGb * GIGABYTE,
      },
    ] as const;
  });
  return { plans: new Map(table), defaultBytes };
}
