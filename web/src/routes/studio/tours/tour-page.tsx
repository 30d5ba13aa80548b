import type { Permission } from '@oriel/contract';
import { useEffect } from 'react';
import { ApiError } from '../../../api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import type { DraftStore } from './draft/draft-store.ts';
import { type TourPlace, useDraft, useOpenDraft } from './draft/open-drafts.ts';
import { SaveTrouble } from './save-trouble.tsx';
import { TourHeader } from './tour-header.tsx';
import { TourWorkContext } from './tour-work.ts';
import styles from './tours.module.css';
import { WordsSection } from './words-section.tsx';

interface Props extends TourPlace {
  permissions: readonly Permission[];
}

/** A tour with everything that is written about it. */
export function TourPage({ permissions, ...place }: Props) {
  const { data: store, error, refetch } = useOpenDraft(place);
  if (store) return <OpenTour store={store} permissions={permissions} {...place} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className={styles.empty}>
        <h1>There is no such tour</h1>
        <p>It may have been deleted, or it belongs to another workspace.</p>
        <ButtonLink to="/studio/tours">All tours</ButtonLink>
      </div>
    );
  }
  if (error) return <Failure sentence="The tour could not be opened." onRetry={() => void refetch()} />;
  return (
    <p className="studio-soft" role="status">
      Loading…
    </p>
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
  const may = (permission: Permission) => permissions.includes(permission);
  useUndoKeys(store, may('tour.write'));
  // Who leaves the page within a second of the last letter.
  useEffect(() => () => void store.flush(), [store]);
  return (
    <TourWorkContext value={{ store, snapshot, workspace, tourId, may, isChecked: false }}>
      <TourHeader />
      <SaveTrouble />
      <WordsSection />
    </TourWorkContext>
  );
}
