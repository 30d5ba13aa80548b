import type { User } from '@oriel/contract';

/** The settings' tabs in their order. */
export const SETTINGS_TABS = [
  { id: 'subscription', label: 'Your VR Token' },
  { id: 'referral', label: 'Get Free Tokens' },
  { id: 'profile', label: 'Profile Settings' },
  { id: 'theme', label: 'Theme Settings' },
  { id: 'password', label: 'Password update' },
  { id: 'help', label: 'Help Center' },
  { id: 'history', label: 'Transaction' },
] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number]['id'];

/** The tab for a URL's parameter. */
export function tabFor(requested: string): SettingsTab {
  return SETTINGS_TABS.find(({ id }) => id === requested)?.id ?? 'profile';
}

export interface MemberProps {
  user: User;
  onChange: (user: User) => void;
}
