import type { Page } from '@playwright/test';

export interface Shot {
  /** Of the files. */
  name: string;
  /** A path, or how to make one for the demo's sample member. */
  path: string | ((memberId: string) => string);
  /** Signed in as the demo's sample member. */
  isMember?: boolean;
  /** Signed in as the demo's owner. */
  isOwner?: boolean;
  /** Without an earlier choice about cookies. */
  isNewcomer?: boolean;
  /** Only the first screen. */
  isScreen?: boolean;
  /** The whole page, however long. */
  isWhole?: boolean;
  /** This part of the page alone, as a CSS selector, however long. */
  part?: string;
  /** Twice as many pixels, as phones and good screens have them. */
  isDouble?: boolean;
  /** Brings the page into the state to show. */
  prepare?: (page: Page) => Promise<unknown>;
}
