import type { ReactNode } from 'react';
import { ApiError } from '../../../api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import type { DraftStore } from './draft/draft-store.ts';
import { type TourPlace, useOpenDraft } from './draft/open-drafts.ts';

/** Opens a tour's draft for what shows it; until then, and where that fails, says so. */
export function OpenDraft({
  place,
  children,
}: {
  place: TourPlace;
  children: (store: DraftStore) => ReactNode;
}) {
  const { data: store, error, refetch } = useOpenDraft(place);
  if (store) return children(store);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className="studio-empty">
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
