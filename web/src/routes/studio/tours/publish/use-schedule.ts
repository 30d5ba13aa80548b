import { useState } from 'react';
import { api, errorMessage } from '../../../../api.ts';
import { useTourWork } from '../tour-work.ts';

/** Times in ISO 8601; absent ones stay, null cancels. */
export interface WantedTimes {
  publishAt?: string | null;
  withdrawAt?: string | null;
}

const FAILED = 'This could not be scheduled. Please try again.';
const NOT_SAVED = 'What you have written could not be saved, so nothing was changed. Please try again.';

/** Chooses when the tour is published and withdrawn, or cancels it. */
export function useSchedule() {
  const { store, workspace, tourId } = useTourWork();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** @returns whether it was done */
  const schedule = async (body: WantedTimes): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const options = { query: { workspace }, params: { tourId }, body };
      const isDone = await store.perform(
        async (revision) =>
          (await api('POST /api/studio/tours/:tourId/schedule', { ...options, revision })).data,
      );
      if (!isDone) setFailure(NOT_SAVED);
      return isDone;
    } catch (error) {
      setFailure(errorMessage(error, FAILED));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { schedule, isBusy, failure };
}
