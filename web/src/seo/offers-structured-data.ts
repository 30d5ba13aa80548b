import type { EnterprisePage, OpportunityPage, Site } from '@oriel/contract';
import type {
  Course,
  Graph,
  Offer,
  Organization,
  Question,
  Service,
  Syllabus,
  WithContext,
} from 'schema-dts';
import type { PricedPlan } from '../features/payments/prices.ts';

function provider(site: Site, origin: string): Organization {
  return { '@type': 'Organization', name: site.name, url: origin };
}

function monthlyOffer(name: string, description: string, price: number, priceCurrency: string): Offer {
  return {
    '@type': 'Offer',
    name,
    description,
    price,
    priceCurrency,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency,
      unitCode: 'MON',
    },
  };
}

export function packagesStructuredData(
  { title, description, packages }: EnterprisePage,
  url: string,
  site: Site,
  origin: string,
): WithContext<Service> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: title,
    description,
    url,
    provider: provider(site, origin),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: packages.heading,
      itemListElement: packages.items.map(({ name, for: purpose, price }) =>
        monthlyOffer(name, purpose, price, packages.currency),
      ),
    },
  };
}

/** The course. The sample testimonials are not reviews. */
export function courseStructuredData(
  { course, description, units }: OpportunityPage,
  url: string,
  site: Site,
  origin: string,
): WithContext<Course> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.name,
    description,
    url,
    inLanguage: 'en',
    provider: provider(site, origin),
    syllabusSections: units.items.map(
      ({ title, summary }): Syllabus => ({
        '@type': 'Syllabus',
        name: title,
        description: summary,
      }),
    ),
  };
}

interface PricingTexts {
  title: string;
  description: string;
  currency: string;
  questions: { items: readonly { question: string; answer: string }[] };
}

export function pricingStructuredData(
  { title, description, currency, questions }: PricingTexts,
  plans: readonly PricedPlan[],
  url: string,
  site: Site,
  origin: string,
): Graph {
  const offers = plans.flatMap(({ name, for: purpose, monthlyPrice }) =>
    monthlyPrice === null ? [] : [monthlyOffer(name, purpose, monthlyPrice, currency)],
  );
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Service',
        name: title,
        description,
        url,
        provider: provider(site, origin),
        hasOfferCatalog: { '@type': 'OfferCatalog', name: title, itemListElement: offers },
      },
      {
        '@type': 'FAQPage',
        url,
        mainEntity: questions.items.map(
          ({ question, answer }): Question => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          }),
        ),
      },
    ],
  };
}
