import { z } from 'zod';

/** The body of every failure, `application/problem+json` (RFC 9457). `detail` can be shown to people. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string().describe('Stable and machine-readable.'),
    conflict: z
      .object({
        revision: z.number().int(),
        changedBy: z.object({ id: z.string(), name: z.string() }),
        changedAt: z.string(),
      })
      .optional()
      .describe('With `revision_conflict`: what there is now, by whom and since when.'),
    instance: z.string().optional().describe('The id of the request, to be named to support.'),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof Problem>;
