import { z } from 'zod';
import { publicEndpoint } from './endpoint.ts';

/** The most events per request. */
export const MAX_EVENTS = 50;

/** One line that the database can store. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'must be one line of text');

/** The events that are stored. */
export const EventType = z.enum(['view', 'click', 'cookie_consent']);
export type EventType = z.infer<typeof EventType>;
/** A form factor, derived in the browser. */
export const Device = z.enum(['desktop', 'mobile', 'tablet']);
export type Device = z.infer<typeof Device>;

const MAX_ENTRIES = 12;
/** Maximum size of `meta`, serialised. */
const MAX_META_LENGTH = 2_000;

const entries = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().regex(/^[a-zA-Z][\w-]{0,39}$/), value)
    .refine((meta) => Object.keys(meta).length <= MAX_ENTRIES, `must have at most ${MAX_ENTRIES} entries`);

const MetaValue = z.union([line(200), z.number(), z.boolean(), z.null()]);
const Meta = entries(z.union([MetaValue, entries(MetaValue)])).refine(
  (meta) => JSON.stringify(meta).length <= MAX_META_LENGTH,
  `must be at most ${MAX_META_LENGTH} characters of JSON`,
);

/** One event. `line()` keeps out what PostgreSQL cannot store. */
export const AnalyticsEvent = z.strictObject({
  session_id: line(64)
    .min(1)
    .describe('Random, for one visit; before there is consent, for this event alone.'),
  user_id: z
    .union([line(64), z.number().safe()])
    .nullish()
    .describe('Taken, as pages may send it, and never stored: events name no member.'),
  page_name: line(300).min(1).describe('The path of the page, without its query.'),
  event_type: EventType,
  browser: line(40).nullish(),
  user_agent: line(400).nullish(),
  device: Device.nullish(),
  referrer: line(500).nullish(),
  meta: Meta.nullish(),
  created_at: z.iso.datetime({ offset: true }).nullish(),
});
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

/** The `meta` of a `cookie_consent` event: evidence of the choice. */
export const ConsentMeta = z.object({
  version: z.literal(1),
  analytics: z.boolean(),
  marketing: z.boolean(),
  text: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('The hash of the text that was shown.'),
});
export type ConsentMeta = z.infer<typeof ConsentMeta>;

export const recordEvents = publicEndpoint('POST', '/api/analytics/events', {
  summary: 'Stores what happened on a page; without consent to analytics only the choice itself',
  tag: 'analytics',
  body: z.union([AnalyticsEvent, z.array(AnalyticsEvent).min(1).max(MAX_EVENTS)]),
  response: z.object({ accepted: z.number().int() }),
  errors: ['no_consent', 'too_many_requests', 'busy'],
});
