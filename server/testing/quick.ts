/** Hashing as production does it would take most of the time of tests that sign members up. */
export const QUICK_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Thumbnails a tenth larger, in less than half of the time. */
export const QUICK_IMAGES = { avifEffort: 0 };
