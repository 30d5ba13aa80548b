import { z } from 'zod';
import { publicEndpoint } from './endpoint.ts';

const Pixels = z.coerce.number().int().min(1).max(100_000);

/** A response of oEmbed 1.0 (https://oembed.com) of the type "rich". */
export const OembedResponse = z
  .object({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    cache_age: z.number().int().describe('Seconds.'),
    html: z.string().describe('An iframe with the embedded tour.'),
    width: z.number().int(),
    height: z.number().int(),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.number().int().optional(),
    thumbnail_height: z.number().int().optional(),
  })
  .meta({ id: 'OembedResponse' });
export type OembedResponse = z.infer<typeof OembedResponse>;

export const getOembed = publicEndpoint('GET', '/api/oembed', {
  summary: 'What a website needs to show the tour at an address, by oEmbed 1.0',
  tag: 'catalogue',
  query: z.object({
    url: z.string().max(4000).describe("The address of a tour's page."),
    maxwidth: Pixels.optional(),
    maxheight: Pixels.optional(),
    format: z.string().max(20).optional().describe('Only json.'),
  }),
  response: OembedResponse,
  errors: ['experience_not_found', 'format_not_supported'],
});
