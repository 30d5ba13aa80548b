export interface SiteLink {
  to: string;
  label: string;
}

/** The home page, which the top bar links to with an icon. */
export const HOME_LINK: SiteLink = { to: '/landing', label: 'Home' };

/** The pages that the top bar links to. */
export const MAIN_LINKS: readonly SiteLink[] = [
  { to: '/experiences', label: 'VR Tour' },
  { to: '/community', label: 'Community' },
  { to: '/enterprise', label: 'Enterprise' },
  { to: '/opportunity', label: 'Opportunity' },
];

/** The pages that the menu of narrow screens links to. */
export const MENU_LINKS: readonly SiteLink[] = [
  HOME_LINK,
  ...MAIN_LINKS,
  { to: '/contact', label: 'Contact' },
];

/** The entries of the member's menu, in its order; each opens a tab of the settings. */
export const MEMBER_LINKS: readonly { settings: string; label: string }[] = [
  { settings: 'referral', label: 'Get free VR token' },
  { settings: 'profile', label: 'Personal settings' },
  { settings: 'help', label: 'Help center' },
  { settings: 'subscription', label: 'My subscription' },
  { settings: 'theme', label: 'Theme settings' },
];
