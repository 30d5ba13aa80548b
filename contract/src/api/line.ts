import { z } from 'zod';

/** Not allowed in a line of text: in a mail's header a line break would start another header. */
export const CONTROL_CHARACTER = /\p{Cc}/u;

/** One line of text, trimmed. @param missing the error message where it is absent */
export const line = (max: number, missing?: string) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine((text) => !CONTROL_CHARACTER.test(text), 'Please remove line breaks and control characters.');

/** One line of text that is not blank. @param missing the error message where it is */
export const filledLine = (max: number, missing: string) => line(max, missing).min(1, missing);
