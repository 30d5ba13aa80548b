export interface SiteLink {
  to: string;
  label: string;
}

/** The pages that the top bar and the mobile menu link to. Only pages that exist are listed. */
export const MAIN_LINKS: readonly SiteLink[] = [
  { to: '/experiences', label: 'VR Tour' },
  { to: '/categories', label: 'Categories' },
];

/** The pages that the footer links to. */
export const FOOTER_LINKS: readonly SiteLink[] = [
  { to: '/experiences', label: 'All tours' },
  { to: '/categories', label: 'Categories' },
];

/** The entries of the member's menu, in its order; each opens a tab of the settings. */
export const MEMBER_LINKS: readonly { settings: string; label: string }[] = [
  { settings: 'referral', label: 'Get free VR token' },
  { settings: 'profile', label: 'Personal settings' },
  { settings: 'help', label: 'Help center' },
  { settings: 'subscription', label: 'My subscription' },
  { settings: 'theme', label: 'Theme settings' },
];
