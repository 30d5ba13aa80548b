import { z } from 'zod';
import { isCountryCode } from '../shared/countries.ts';
import { publicEndpoint } from './endpoint.ts';

/** A code of ISO 3166-1 alpha-2, in capitals. */
export const CountryCode = z.string().refine(isCountryCode, 'must be a country code such as IN');

export const getRegion = publicEndpoint('GET', '/api/region', {
  summary: 'The country that the caller seems to be in; US where nothing tells',
  tag: 'region',
  response: z.object({ country_code: CountryCode }),
});
