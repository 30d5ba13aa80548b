import { textsOf } from '../texts.ts';
import type { PublicPage } from './page.ts';

const home = textsOf('home');
const service = textsOf('service');
const enterprise = textsOf('enterprise');
const opportunity = textsOf('opportunity');
const community = textsOf('community');
const pricing = textsOf('pricing');
const careers = textsOf('careers');
const contact = textsOf('contact');

interface Titled {
  title: string;
  text: string;
}
const wordsOf = (cards: readonly Titled[]) => cards.flatMap(({ title, text }) => [title, text]);

/** What the company says of itself. */
export const COMPANY: PublicPage[] = [
  {
    name: 'landing',
    route: 'landing',
    path: '/landing',
    title: home.title,
    heading: home.hero.heading,
    description: home.description,
    words: [
      ...home.hero.taglines,
      home.about.text,
      ...wordsOf(home.features),
      ...wordsOf(home.inAction.cards),
      ...wordsOf(home.why.items),
      ...wordsOf(home.services.cards),
      ...home.sustainability.points,
      home.explore.text,
      home.learning.text,
    ],
    kind: 'Organization',
  },
  {
    name: 'service',
    route: 'service',
    path: '/service',
    title: service.title,
    heading: service.opening.heading,
    description: service.description,
    words: [
      service.opening.lead,
      ...service.sections.flatMap(({ heading, text, points = [] }) => [heading, text, ...points]),
      service.honesty.text,
      service.next.text,
    ],
    kind: 'WebPage',
  },
  {
    name: 'enterprise',
    route: 'enterprise',
    path: '/enterprise',
    title: enterprise.title,
    heading: enterprise.opening.heading,
    description: enterprise.description,
    words: [
      enterprise.opening.lead,
      ...wordsOf(enterprise.services.items),
      ...wordsOf(enterprise.steps.items),
      ...enterprise.packages.items.flatMap(({ name, for: purpose }) => [name, purpose]),
      ...enterprise.packages.rows.map(({ label }) => label),
      enterprise.packages.note,
      ...enterprise.builder.addOns.flatMap(({ label, description }) => [label, description]),
      ...[...enterprise.clients.items, ...enterprise.partners.items].map(({ name }) => name),
    ],
    kind: 'Service',
  },
  {
    name: 'opportunity',
    route: 'opportunity',
    path: '/opportunity',
    title: opportunity.title,
    heading: opportunity.opening.heading,
    description: opportunity.description,
    words: [
      opportunity.opening.lead,
      ...opportunity.units.items.flatMap(({ title, summary, lessons }) => [title, summary, ...lessons]),
      opportunity.enrolment.lead,
      opportunity.brochure.text,
      ...opportunity.testimonials.items.flatMap(({ quote, name }) => [quote, name]),
      ...wordsOf(opportunity.values.items),
    ],
    kind: 'Course',
  },
  {
    name: 'community',
    route: 'community',
    path: '/community',
    title: community.title,
    heading: community.opening.heading,
    description: community.description,
    words: [
      community.opening.lead,
      ...community.professionals.items.flatMap(({ name, about }) => [name, about]),
      community.connect.text,
      ...community.reviews.items.flatMap(({ name, text }) => [name, text]),
      community.app.text,
    ],
    kind: 'WebPage',
  },
  {
    name: 'pricing',
    route: 'pricing',
    path: '/pricing',
    title: pricing.title,
    heading: pricing.opening.heading,
    description: pricing.description,
    words: [
      pricing.opening.lead,
      ...pricing.plans.flatMap(({ name, for: purpose, features }) => [name, purpose, ...features]),
      '$29',
      '$26',
      pricing.note,
      ...pricing.questions.items.flatMap(({ question, answer }) => [question, answer]),
    ],
    kind: 'Service',
  },
  {
    name: 'careers',
    route: 'careers',
    path: '/careers',
    title: careers.title,
    heading: careers.opening.heading,
    description: careers.description,
    words: [
      careers.opening.lead,
      ...wordsOf(careers.values.items),
      careers.apply.heading,
      careers.apply.text,
    ],
    kind: 'WebPage',
  },
  {
    name: 'contact',
    route: 'contact',
    path: '/contact',
    title: contact.title,
    heading: contact.opening.heading,
    description: contact.description,
    words: [contact.opening.lead, contact.form.consent, contact.reply.text, contact.map.gate],
    kind: 'Organization',
  },
];
