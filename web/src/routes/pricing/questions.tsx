import type { PricingPage } from '@oriel/contract';
import { Disclosure } from '../../ui/disclosure.tsx';

/** Questions that expand to show their answers. */
export function Questions({ items }: { items: PricingPage['questions']['items'] }) {
  return (
    <div>
      {items.map(({ question, answer }) => (
        <Disclosure key={question} title={question}>
          <p>{answer}</p>
        </Disclosure>
      ))}
    </div>
  );
}
