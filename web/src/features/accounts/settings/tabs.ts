import type { User } from '@oriel/contract';
/**
 * The settings' tabs in their order. A tab is shown once the page gives it a panel, so a new one takes one line
 * where the page composes them.
 */
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

/** The tab for a URL's parameter: the named one where it has a panel, else the profile. */
export function tabFor(requested: string, available: readonly SettingsTab[]): SettingsTab {
  return available.find((id) => id === requested) ?? 'profile';
}

/** The props of every panel. */
export interface MemberProps {
  user: User;
  onChange: (user: User) => void;
}
