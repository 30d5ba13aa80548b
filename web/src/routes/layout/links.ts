import type { SettingsTab } from '../../features/accounts/settings/tabs.ts';

export interface SiteLink {
  to: string;
  label: string;
}

export const HOME_LINK: SiteLink = { to: '/landing', label: 'Home' };

export const MAIN_LINKS: readonly SiteLink[] = [
  { to: '/experiences', label: 'VR Tour' },
  { to: '/community', label: 'Community' },
  { to: '/enterprise', label: 'Enterprise' },
  { to: '/opportunity', label: 'Opportunity' },
];

export const MENU_LINKS: readonly SiteLink[] = [
  HOME_LINK,
  ...MAIN_LINKS,
  { to: '/contact', label: 'Contact' },
];

export const MEMBER_LINKS: readonly { tab: SettingsTab; label: string }[] = [
  { tab: 'referral', label: 'Get free VR token' },
  { tab: 'profile', label: 'Personal settings' },
  { tab: 'help', label: 'Help center' },
  { tab: 'subscription', label: 'My subscription' },
  { tab: 'theme', label: 'Theme settings' },
];
