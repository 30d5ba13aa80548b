import { contentOf } from '../texts.ts';
import type { PublicPage } from './page.ts';

const { description: siteDescription } = contentOf<{ description: string }>('site.json');
const [tour] = contentOf<{ slug: string; propertyName: string; description: string }[]>(
  'catalogue/experiences/tourism-and-hospitality.json',
);
if (!tour) throw new Error('The demo catalogue has no tour.');

/** The library, the categories, and one tour. */
export const CATALOGUE: PublicPage[] = [
  {
    name: 'library',
    route: 'experiences',
    path: '/experiences',
    title: 'Discover premium VR experiences',
    heading: 'Discover premium VR experiences',
    description: siteDescription,
    words: ['107 premium VR experiences available', 'Browse Categories', 'Casa Marelua'],
    kind: 'CollectionPage',
  },
  {
    name: 'library-at-root',
    route: '/',
    path: '/',
    title: 'Discover premium VR experiences',
    heading: 'Discover premium VR experiences',
    description: siteDescription,
    words: ['107 premium VR experiences available'],
    kind: 'CollectionPage',
    canonical: '/experiences',
    // The same page again.
    barriersElsewhere: true,
  },
  {
    name: 'library-category',
    route: 'experiences',
    path: '/experiences?category=Arts+%26+Culture',
    title: 'Arts & Culture Experiences',
    heading: 'Arts & Culture Experiences',
    description: 'Galleries and reading rooms, without the queue and with all the time you like.',
    words: [
      '9 premium VR experiences available in Arts & Culture',
      'Galleries and reading rooms, without the queue and with all the time you like.',
    ],
    kind: 'CollectionPage',
  },
  {
    name: 'library-empty',
    route: 'experiences',
    path: '/experiences?q=zzzzzzzz',
    title: 'Discover premium VR experiences',
    heading: 'Discover premium VR experiences',
    description: siteDescription,
    words: ['No experiences found'],
    kind: 'CollectionPage',
    canonical: '/experiences',
  },
  {
    name: 'categories',
    route: 'categories',
    path: '/categories',
    title: 'Explore VR Categories',
    heading: 'Explore VR Categories',
    description:
      'Immersive 360 degree tours by category: Tourism & Hospitality, Real Estate & Architecture, Entertainment & Media, Lifestyle & Personal, Retail & E-commerce, Arts & Culture',
    words: ['107 experiences in 11 categories', 'Most Popular Categories', 'Science & Exploration'],
    kind: 'CollectionPage',
  },
  {
    name: 'subcategories',
    route: 'categories/:categoryId/subcategories',
    path: '/categories/3006/subcategories',
    title: 'Tourism & Hospitality',
    heading: 'Tourism & Hospitality',
    description: 'Rooms, tables, pools and firesides, so that you can look before you book.',
    words: ['Rooms, tables, pools and firesides', 'in 5 subcategories', 'Hotel Rooms'],
    kind: 'CollectionPage',
  },
  {
    name: 'tour',
    route: 'experiences/vr/:slug',
    path: `/experiences/vr/${tour.slug}`,
    title: tour.propertyName,
    heading: tour.propertyName,
    description: tour.description,
    words: [tour.description, 'Tourism & Hospitality'],
    kind: 'CreativeWork',
    barriersElsewhere: true,
    isBare: true,
  },
  {
    name: 'embed',
    route: 'embed/:slug',
    path: `/embed/${tour.slug}`,
    title: tour.propertyName,
    heading: tour.propertyName,
    description: tour.description,
    words: [tour.propertyName, 'Look around'],
    canonical: `/experiences/vr/${tour.slug}`,
    isBare: true,
  },
];
