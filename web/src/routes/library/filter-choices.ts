import type { LibraryQuery } from '../../features/catalogue/library-url.ts';
import type { ExperienceFilter } from '../../features/catalogue/queries.ts';

export interface FilterChoices {
  query: LibraryQuery;
  /** As the API takes it. */
  filter: ExperienceFilter;
  categories: readonly string[];
  tags: readonly string[];
}
