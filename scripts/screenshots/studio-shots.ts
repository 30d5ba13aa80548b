import type { Page } from '@playwright/test';
import type { Shot } from './shot.ts';

const TOUR = 'Check-in at the palm court';

const openTour = (page: Page) => page.getByRole('link', { name: TOUR }).first().click();

/** Pages of the studio, as the demo's owner sees them, in the order of the way to a published tour. */
export const STUDIO_SHOTS: readonly Shot[] = [
  {
    name: 'studio-files',
    path: '/studio/files',
    isOwner: true,
    isScreen: true,
    prepare: (page) => page.getByRole('list', { name: 'Files', exact: true }).waitFor(),
  },
  {
    name: 'studio-tours',
    path: '/studio/tours',
    isOwner: true,
    isScreen: true,
    prepare: (page) => page.getByRole('link', { name: TOUR }).first().waitFor(),
  },
  {
    name: 'studio-tour',
    path: '/studio/tours',
    isOwner: true,
    isScreen: true,
    prepare: async (page) => {
      await openTour(page);
      await page.getByRole('link', { name: 'Edit scene' }).first().waitFor();
    },
  },
  {
    name: 'studio-scene',
    path: '/studio/tours',
    isOwner: true,
    isScreen: true,
    prepare: async (page) => {
      await openTour(page);
      await page.getByRole('link', { name: 'Edit scene' }).first().click();
      await page.getByRole('button', { name: 'As visitors see it' }).waitFor();
      await page.locator('canvas').first().waitFor();
    },
  },
  {
    name: 'studio-privacy',
    path: '/studio/tours',
    isOwner: true,
    isScreen: true,
    prepare: async (page) => {
      await openTour(page);
      await page.getByRole('link', { name: 'Privacy check' }).click();
      await page.getByText('All pictures are signed').waitFor();
    },
  },
  {
    name: 'studio-publish',
    path: '/studio/tours',
    isOwner: true,
    isScreen: true,
    prepare: async (page) => {
      await openTour(page);
      await page.getByRole('button', { name: 'Publish…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
