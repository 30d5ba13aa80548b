import type { SettingsTab } from '../../features/accounts/settings/tabs.ts';

export const HOME_LINK = { to: '/landing', label: 'Home' };

export const MAIN_LINKS = [
  { to: '/experiences', label: 'VR Tour' },
  { to: '/community', label: 'Community' },
  { to: '/enterprise', label: 'Enterprise' },
  { to: '/opportunity', label: 'Opportunity' },
];

export const SAVED_LINK = { to: '/saved', label: 'Saved places' };

/** Leads to the library's search field. */
export const SEARCH_LINK = { to: '/experiences#search', label: 'Search tours' };

export const MENU_LINKS = [
  HOME_LINK,
  ...MAIN_LINKS,
  { to: '/pricing', label: 'Pricing' },
  SAVED_LINK,
  { to: '/contact', label: 'Contact' },
];

export const MEMBER_LINKS: readonly { tab: SettingsTab; label: string }[] = [
  { tab: 'referral', label: 'Get free VR token' },
  { tab: 'profile', label: 'Personal settings' },
  { tab: 'help', label: 'Help center' },
  { tab: 'subscription', label: 'My subscription' },
  { tab: 'theme', label: 'Theme settings' },
];
