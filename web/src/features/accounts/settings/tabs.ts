import type { User } from '@oriel/contract';
/**
 * The tabs of the settings in their order. A tab is shown once the page gives it a panel, so that a new one is one line
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

/** The first tab to show for what an address asks for: the tab itself where it has a panel, else the profile. */
export function tabFor(asked: string, available: readonly SettingsTab[]): SettingsTab {
  return available.find((id) => id === asked) ?? 'profile';
}

/** What every panel is given: the member, and how to tell the page of changes. */
export interface MemberProps {
  user: User;
  onChange: (user: User) => void;
}
