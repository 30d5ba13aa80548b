import type { Page } from '@playwright/test';

export interface Shot {
  /** Of the files. */
  name: string;
  /** A path, or how to make one for the demo's sample member. */
  address: string | ((memberId: string) => string);
  /** Signed in as the demo's sample member. */
  isMember?: boolean;
  /** Without an earlier choice about cookies. */
  isNewcomer?: boolean;
  /** Only the first screen. */
  isScreen?: boolean;
  /** The whole page, however long. */
  isWhole?: boolean;
  /** Brings the page into the state to show. */
  prepare?: (page: Page) => Promise<unknown>;
}
