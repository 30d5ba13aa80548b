import { textsOf } from '../texts.ts';
import type { PublicPage } from './page.ts';

const { newsletter } = textsOf('footer');
const missing = textsOf('not-found');

/** Pages that search engines leave out. */
export const PRIVATE: PublicPage[] = [
  {
    name: 'newsletter',
    route: 'newsletter',
    address: '/newsletter',
    title: 'Newsletter',
    heading: newsletter.heading,
    description: newsletter.lead,
    words: [newsletter.checking, newsletter.confirm.needsScripts],
  },
  {
    name: 'saved',
    route: 'saved',
    address: '/saved',
    title: 'Saved places',
    heading: 'Saved places',
    description: 'The places that you have saved, and those that you looked at last.',
    words: ['Your list is put together in your browser'],
  },
  {
    name: 'compare',
    route: 'compare',
    address: '/compare?left=the-west-suite&right=sunday-dinner-at-the-inn',
    title: 'Compare two tours',
    heading: 'Compare two tours',
    description: 'Two places beside each other: turn one of them, and the other turns with it.',
    words: ['Casa Marelua', 'The Ploughshare & Wren'],
    isBare: true,
  },
  {
    name: 'login',
    route: 'login',
    address: '/login',
    title: 'Sign in',
    heading: 'Welcome back',
    description: 'Sign in to open locked tours, like places and see your tokens, or create an account.',
    words: ['Email', 'Password', 'Google'],
    barriersElsewhere: true,
  },
  {
    name: 'join',
    route: 'join',
    address: '/join',
    title: 'Your invitation',
    heading: 'Referral link invalid',
    description: 'Look around real places before you go there, with free tokens when you sign up.',
    words: ['This referral link is missing a code.'],
    barriersElsewhere: true,
  },
  {
    name: 'auth-callback',
    route: 'auth/callback',
    address: '/auth/callback',
    title: 'Signing you in',
    heading: 'Signing you in…',
    headingLater: 'Authentication Error',
    description: 'Where signing in with an account of another service is completed.',
    words: [],
    barriersElsewhere: true,
  },
  {
    name: 'auth-error',
    route: 'auth/error',
    address: '/auth/error',
    title: 'Authentication Failed',
    heading: 'Authentication Failed',
    description:
      'Signing in with an account of another service did not work. You can try again, or use your email.',
    words: ['We could not complete the sign in process.', 'Back to sign in'],
    barriersElsewhere: true,
  },
  {
    name: 'verify-email',
    route: 'verify-email',
    address: '/verify-email',
    title: 'Verify your email',
    heading: 'Verify your email',
    description: 'Confirm that an email address is yours, by the link or the code that we have sent there.',
    words: ['Checking the link…'],
    barriersElsewhere: true,
  },
  {
    name: 'not-found',
    route: '*',
    address: '/no/such/page',
    status: 404,
    title: missing.title,
    heading: missing.heading,
    description: missing.description,
    words: [missing.text, ...missing.links.map(({ label }) => label)],
  },
];
