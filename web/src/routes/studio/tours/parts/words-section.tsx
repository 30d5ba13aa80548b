import { TextField } from '../../../../ui/text-field.tsx';
import { titled } from '../draft/document.ts';
import { useMember, useTourWork } from '../tour-work.ts';
import { DraftLine, DraftText } from './fields.tsx';
import { TourSection } from './tour-section.tsx';

/** What visitors read about a tour. */
export function WordsSection() {
  return (
    <TourSection title="Words" lead="What visitors read before they go in.">
      <Title />
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
        placeholder="Watch Now"
        hint="What the button that opens the tour says."
      />
    </TourSection>
  );
}

/** The title; until somebody has chosen a URL, it goes along. */
function Title() {
  const { store, snapshot } = useTourWork();
  const { id, value, disabled, error, missing } = useMember('title', 'Title');
  const isFixed = snapshot.tour.publishedAt !== null;
  return (
    <TextField
      id={id}
      label="Title"
      value={value}
      maxLength={200}
      readOnly={disabled}
      error={error}
      hint={missing}
      onChange={({ currentTarget }) =>
        store.change((draft) => titled(draft, currentTarget.value, isFixed), {
          label: 'Change the title',
          mergeKey: 'title',
        })
      }
    />
  );
}
