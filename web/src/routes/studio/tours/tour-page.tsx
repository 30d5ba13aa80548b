import type { Permission } from '@oriel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DeleteTour } from './delete-tour.tsx';
import type { DraftStore } from './draft/draft-store.ts';
import { type TourPlace, useDraft } from './draft/open-drafts.ts';
import { GuideSection } from './guide/guide-section.tsx';
import { OpenDraft } from './open-draft.tsx';
import { CatalogueSection } from './parts/catalogue-section.tsx';
import { PlaceSection } from './parts/place-section.tsx';
import { PriceSection } from './parts/price-section.tsx';
import { SearchSection } from './parts/search-section.tsx';
import { SlugSection } from './parts/slug-section.tsx';
import { WordsSection } from './parts/words-section.tsx';
import { PlansSection } from './plans/plans-section.tsx';
import { PublicationsSection } from './publish/publications-section.tsx';
import { PublishDialog } from './publish/publish-dialog.tsx';
import { SubmissionNotice } from './review/submission-notice.tsx';
import { SaveTrouble } from './save-trouble.tsx';
import { ScenesSection } from './scenes/scenes-section.tsx';
import { TourHeader } from './tour-header.tsx';
import { TourWorkContext } from './tour-work.ts';
import { VisibilitySection } from './visibility/visibility-section.tsx';

interface Props extends TourPlace {
  permissions: readonly Permission[];
}

/** A tour with everything that is written about it. */
export function TourPage({ permissions, ...place }: Props) {
  return (
    <OpenDraft place={place}>
      {(store) => <OpenTour store={store} permissions={permissions} {...place} />}
    </OpenDraft>
  );
}

function useUndoKeys(store: DraftStore, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (event.shiftKey) store.redo();
      else store.undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store, isOn]);
}

function OpenTour({ store, permissions, workspace, tourId }: Props & { store: DraftStore }) {
  const snapshot = useDraft(store);
  const { search } = useLocation();
  const [isPublishing, setPublishing] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const may = (permission: Permission) => permissions.includes(permission);
  const canWrite = may('tour.write');
  useUndoKeys(store, canWrite);
  const queries = useQueryClient();
  // Who leaves the page within a second of the last letter has saved, and finds it in the list.
  useEffect(() => {
    const leave = async () => {
      await store.flush();
      await queries.invalidateQueries({ queryKey: ['studio-tours', workspace] });
    };
    return () => void leave();
  }, [store, queries, workspace]);
  return (
    <TourWorkContext value={{ store, snapshot, workspace, tourId, may, isChecked }}>
      <TourHeader>
        <ButtonLink to={`/studio/tours/${tourId}/privacy${search}`}>Privacy check</ButtonLink>
        {may('statistics.read') && (
          <ButtonLink to={`/studio/tours/${tourId}/statistics${search}`}>Statistics</ButtonLink>
        )}
        {canWrite && (
          <Button
            variant="primary"
            onClick={() => {
              setChecked(true);
              setPublishing(true);
              void store.flush();
            }}
          >
            Publish…
          </Button>
        )}
      </TourHeader>
      <SaveTrouble />
      <SubmissionNotice />
      <ScenesSection />
      <PlansSection />
      <GuideSection />
      <WordsSection />
      <CatalogueSection />
      <PriceSection />
      <VisibilitySection />
      <SlugSection />
      <PlaceSection />
      <SearchSection />
      <PublicationsSection />
      <DeleteTour />
      {isPublishing && <PublishDialog onClose={() => setPublishing(false)} />}
    </TourWorkContext>
  );
}
