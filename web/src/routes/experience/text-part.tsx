import { LostPart } from '../../ui/lost-part.tsx';
import { pagePart } from '../../ui/page-part.tsx';
import stack from '../../ui/stack.module.css';
import type { TextTourProps } from './text-tour.tsx';
import * as part from './text-tour.tsx?part';

const Instead = () => (
  <main id="main" tabIndex={-1} className={stack.centered}>
    <LostPart name="The tour" />
  </main>
);

/** The tour as text, which the pages of its rooms do not load. */
export const TextPart = pagePart<typeof import('./text-tour.tsx'), TextTourProps>({
  name: 'text',
  part,
  pick: ({ TextTour }) => TextTour,
  Pending: () => null,
  Instead,
});
