import type { HomePage } from '@oriel/contract';
import { CardGrid, PlainCard } from '../../ui/card-grid.tsx';
import { Section } from '../../ui/section.tsx';

/** Four reasons next to their heading. */
export function Why({ why: { heading, items } }: Pick<HomePage, 'why'>) {
  return (
    <Section heading={heading} isSunken isBeside>
      <CardGrid columns={2}>
        {items.map(({ title, text }) => (
          <PlainCard key={title} title={title} text={text} />
        ))}
      </CardGrid>
    </Section>
  );
}
