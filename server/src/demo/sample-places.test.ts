import { expect, it } from 'vitest';
import { readSampleCatalogue, readSamplePlaces } from './sample-files.ts';

it('locates nearly all tours of the demo, and says something of many', async () => {
  const { experiences } = await readSampleCatalogue(100);
  const { towns, places } = await readSamplePlaces();
  const inTowns = experiences.filter(({ city }) => city !== null);
  const located = inTowns.filter(({ city, country }) => towns[`${city}, ${country}`]);
  expect(located.length).toBeGreaterThan(0.9 * inTowns.length);
  expect(experiences.filter(({ slug }) => places[slug]).length).toBeGreaterThan(20);
});
