import { z } from 'zod';

/** A draft that waits to be published, or was sent back. */
export const TourSubmission = z
  .object({
    state: z.enum(['waiting', 'returned']),
    revision: z.number().int().describe('The revision that was submitted; the draft may have gone on.'),
    submittedAt: z.string(),
    note: z.string().describe('For who publishes it; may be empty.'),
    returnedAt: z.string().nullable(),
    returnNote: z.string().nullable().describe('What is to be changed, in the words of who sent it back.'),
  })
  .meta({ id: 'TourSubmission' });
export type TourSubmission = z.infer<typeof TourSubmission>;
