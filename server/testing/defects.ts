import { ACCESS_DEFECTS } from './defects/access.ts';
import type { Defect } from './defects/defect.ts';
import { PAYMENT_DEFECTS } from './defects/payments.ts';
import { STUDIO_DEFECTS } from './defects/studio.ts';
import { TOKEN_DEFECTS } from './defects/tokens.ts';

/** The tests catch each of these: `npm run test:defects` makes them one at a time in a copy of the project. */
export const DEFECTS: readonly Defect[] = [
  ...TOKEN_DEFECTS,
  ...PAYMENT_DEFECTS,
  ...ACCESS_DEFECTS,
  ...STUDIO_DEFECTS,
];
