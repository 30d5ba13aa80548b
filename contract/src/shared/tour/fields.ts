import { z } from 'zod';
import { MAX_FOV, MAX_TOUR_ID_LENGTH, MIN_FOV, TOUR_ID } from './limits.ts';

export const numberBetween = (min: number, max: number) =>
  z
    .number(`must be a number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** Words of lower-case letters and digits, joined by hyphens. */
export const TourId = z
  .string('must be an id such as "living-room"')
  .max(MAX_TOUR_ID_LENGTH, `must have at most ${MAX_TOUR_ID_LENGTH} characters`)
  .regex(TOUR_ID, 'must be an id such as "living-room": small letters, digits and hyphens');

/** Names a photo, video, image or sound. The server knows what it stands for. */
export const AssetId = z
  .string('must name a file of the media library')
  .regex(/^[A-Za-z0-9][\w-]{0,63}$/, 'must name a file of the media library');

/** One picture for both eyes, or one for each in the same frame: the left eye's above, or on the left. */
export const Stereo = z.enum(['mono', 'top-bottom', 'left-right'], 'must be mono, top-bottom or left-right');
export type Stereo = z.infer<typeof Stereo>;

/** PostgreSQL's JSON stores neither NUL nor half of a surrogate pair; nobody means to write the other control characters. */
const isPlain = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\n\t]/g, ' '));
const NOT_PLAIN = 'must not contain control characters';

/** One line of text, never HTML. It may be empty in a draft. */
export const lineOfText = (max: number) =>
  z
    .string('must be text')
    .trim()
    .max(max, `must have at most ${max} characters`)
    .refine((text) => isPlain(text) && !text.includes('\n'), NOT_PLAIN);

/** Text of several lines, never HTML. */
export const text = (max: number) =>
  z
    .string('must be text')
    .overwrite((value) => value.replace(/\r\n?/g, '\n').trim())
    .max(max, `must have at most ${max} characters`)
    .refine(isPlain, NOT_PLAIN);

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
}

/** An absolute URL of a page. */
export const WebUrl = z
  .string('must be a web address')
  .trim()
  .max(2000, 'must have at most 2000 characters')
  .refine(
    (value) => isPlain(value) && isWebUrl(value),
    'must be a web address that begins with https:// or http://',
  );

export const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, 'must be a list').max(max, `must have at most ${max} entries`);

/** An object without other fields. */
export const record = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `must not have the field ${issue.keys.map((key) => `"${key.slice(0, 40)}"`).join(', ')}`
        : issue.input === undefined
          ? 'is missing'
          : 'must be an object',
  });

/** A direction in degrees: yaw to the right of the picture's middle, pitch up, both in the picture's own frame. */
export const Direction = record({ yaw: numberBetween(-180, 180), pitch: numberBetween(-90, 90) });
export type Direction = z.infer<typeof Direction>;

/** A direction with a vertical field of view. */
export const TourView = record({
  yaw: numberBetween(-180, 180),
  pitch: numberBetween(-90, 90),
  fov: numberBetween(MIN_FOV, MAX_FOV),
});
export type TourView = z.infer<typeof TourView>;
