import { expect, it } from 'vitest';
import { readSampleCatalogue, readSamplePlaces } from './sample-files.ts';

it('locates the towns of all tours of the demo, and says something of many', async () => {
  const { experiences } = await readSampleCatalogue(100);
  const { towns, places } = await readSamplePlaces();
  const named = new Set(
    experiences.flatMap(({ city, country }) => (city === null ? [] : `${city}, ${country}`)),
  );
  expect(Object.keys(towns).toSorted()).toEqual([...named].toSorted());
  expect(experiences.filter(({ slug }) => places[slug]).length).toBeGreaterThan(20);
});
