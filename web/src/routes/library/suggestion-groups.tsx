import type { Suggestions } from '@oriel/contract';
import { useRef } from 'react';
import type { CategoryEntry } from '../../features/catalogue/categories.ts';
import { CategoryIcon } from '../../features/catalogue/category-icon.tsx';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { propertyLineOf } from '../../features/catalogue/heading.ts';
import { libraryPath } from '../../features/catalogue/library-url.ts';
import { useTurningPicture } from '../../features/catalogue/turning-picture.tsx';
import { splitAtMatch } from './matched-text.ts';
import { recentSearches } from './recent-searches.ts';
import type { Option, OptionGroup } from './suggestion-options.ts';
import styles from './suggestions.module.css';

type SuggestedPlace = Suggestions['places'][number];

const CATEGORIES = 6;

function Marked({ name, text }: { name: string; text: string }) {
  const [before, match, after] = splitAtMatch(name, text);
  return (
    <span>
      {before}
      {match && <mark className={styles.mark}>{match}</mark>}
      {after}
    </span>
  );
}

/** The picture of a place, which turns with the pointer. */
function PlacePicture({ place }: { place: SuggestedPlace }) {
  const frame = useRef<HTMLSpanElement>(null);
  const { picture, handlers } = useTurningPicture(frame, place);
  return (
    <span ref={frame} {...handlers} className={styles.picture}>
      <ExperienceImage experience={place} alt="" sizes="12rem" fill />
      {picture}
    </span>
  );
}

function placeOption(place: SuggestedPlace, text: string): Option {
  return {
    key: `place-${place.slug}`,
    path: `/experiences/vr/${place.slug}`,
    content: (
      <>
        <PlacePicture place={place} />
        <span className={styles.words}>
          <Marked name={place.title} text={text} />
          <span className={styles.detail}>
            <Marked name={propertyLineOf(place)} text={text} />
          </span>
        </span>
      </>
    ),
  };
}

function townOption({ name, country, itemCount }: Suggestions['towns'][number], text: string): Option {
  return {
    key: `town-${name}-${country ?? ''}`,
    text: name,
    content: (
      <span className={styles.words}>
        <Marked name={name} text={text} />
        <span className={styles.detail}>
          {[country, itemCount === 1 ? '1 place' : `${itemCount} places`].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  };
}

function tagOption({ name }: Suggestions['tags'][number], text: string): Option {
  return {
    key: `tag-${name}`,
    path: libraryPath({ tag: name }),
    content: <Marked name={name} text={text} />,
  };
}

function categoryOption({ id, name, icon }: CategoryEntry, text: string): Option {
  return {
    key: `category-${id}`,
    path: libraryPath({ category: name }),
    content: (
      <>
        <CategoryIcon icon={icon} size={28} />
        <Marked name={name} text={text} />
      </>
    ),
  };
}

const searchOption = (text: string): Option => ({ key: `search-${text}`, text, content: text });

/** What is suggested: popular and recent things before anything is typed, then what matches. */
export function groupsFor(
  text: string,
  data: Suggestions | undefined,
  categories: readonly CategoryEntry[],
): OptionGroup[] {
  const { places = [], towns = [], tags = [], spellings = [] } = data ?? {};
  const all: OptionGroup[] =
    text === ''
      ? [
          { title: 'Recent searches', look: 'chips', options: recentSearches().map(searchOption) },
          {
            title: 'Popular towns',
            look: 'chips',
            options: towns.map((town) => ({ ...townOption(town, ''), content: town.name })),
          },
          {
            title: 'Categories',
            look: 'icons',
            options: categories.slice(0, CATEGORIES).map((category) => categoryOption(category, '')),
          },
          {
            title: 'To begin with',
            look: 'pictures',
            options: places.map((place) => placeOption(place, '')),
          },
        ]
      : [
          { title: 'Places', look: 'rows', options: places.map((place) => placeOption(place, text)) },
          { title: 'Towns', look: 'rows', options: towns.map((town) => townOption(town, text)) },
          { title: 'Moods', look: 'chips', options: tags.map((tag) => tagOption(tag, text)) },
          {
            title: 'Categories',
            look: 'icons',
            options: categories
              .filter(({ name }) => splitAtMatch(name, text)[1] !== '')
              .map((category) => categoryOption(category, text)),
          },
          { title: 'Did you mean', look: 'chips', options: spellings.map(searchOption) },
        ];
  return all.filter(({ options }) => options.length > 0);
}
