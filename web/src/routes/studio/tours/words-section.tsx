import { DraftLine, DraftText } from './fields.tsx';
import { TourSection } from './tour-section.tsx';

/** What visitors read about a tour. */
export function WordsSection() {
  return (
    <TourSection title="Words" lead="What visitors read before they go in.">
      <DraftLine name="title" label="Title" maxLength={200} />
      <DraftLine
        name="propertyName"
        label="Property name"
        maxLength={200}
        hint="The house, hotel or venue, where it has a name of its own."
      />
      <DraftText name="description" label="Description" maxLength={10_000} />
      <DraftLine
        name="buttonTitle"
        label="Button"
        maxLength={60}
        placeholder="View tour"
        hint="What the button that opens the tour says."
      />
    </TourSection>
  );
}
