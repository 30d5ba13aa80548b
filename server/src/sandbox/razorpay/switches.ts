import { z } from 'zod';

/** How the sandbox is to misbehave, for tests and for those who want to see what the site does then. */
export const Switches = z.strictObject({
  /** How long every response of the REST API takes. */
  delayMs: z.int().min(0).max(60_000).default(0),
  /** What the REST API responds instead; `lost` does the work and then breaks the connection. */
  answer: z.enum(['right', 'error', 'busy', 'html', 'lost', 'nothing']).default('right'),
  /** For how many requests `answer` holds; null for all. */
  times: z.int().min(0).nullable().default(null),
  /** How refunds begin; a pending one is ended by `POST bank/refunds/:id`. */
  refunds: z.enum(['processed', 'pending', 'failed']).default('processed'),
  /** What payers pay instead of what was ordered, in the smallest unit; null for what was ordered. */
  paidAmount: z.int().min(1).nullable().default(null),
  paidCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
  webhooks: z.enum(['on', 'off', 'twice', 'reversed']).default('on'),
  /** How late webhooks leave. */
  webhookDelayMs: z.int().min(0).max(600_000).default(0),
});
export type Switches = z.infer<typeof Switches>;

export const DEFAULT_SWITCHES: Switches = Switches.parse({});
