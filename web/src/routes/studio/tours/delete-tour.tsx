import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api, errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import stack from '../../../ui/stack.module.css';
import { closeDraft, draftQuery } from './draft/open-drafts.ts';
import { useTourWork } from './tour-work.ts';
import { UNTITLED } from './words.ts';

/** Deletes a draft, or a withdrawn tour that no member has unlocked. */
export function DeleteTour() {
  const { snapshot, workspace, tourId, may } = useTourWork();
  const { search } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/studio/tours/:tourId', { query: { workspace }, params: { tourId } }),
    onSuccess: async () => {
      const place = { workspace, tourId };
      closeDraft(place);
      await navigate(`/studio/tours${search}`);
      queries.removeQueries({ queryKey: draftQuery(place).queryKey });
    },
    onError: () => setAsking(false),
  });
  const { state } = snapshot.tour;
  if (state === 'published' || !may('tour.delete')) return null;
  const what = state === 'draft' ? 'draft' : 'tour';
  return (
    <div className={stack.gap3}>
      <AlertBox tone="error">
        {remove.error && errorMessage(remove.error, 'The tour could not be deleted. Please try again.')}
      </AlertBox>
      <div>
        <Button onClick={() => setAsking(true)}>Delete this {what}…</Button>
      </div>
      <Dialog
        open={isAsking}
        busy={remove.isPending}
        title={`Delete this ${what}?`}
        onClose={() => setAsking(false)}
      >
        <div className={`${stack.gap6} ${stack.start}`}>
          <p>
            “{snapshot.draft.title || UNTITLED}” is deleted for the whole team, and cannot be brought back.
            {state === 'withdrawn' && ' Its statistics and addresses go with it.'} Its files stay.
          </p>
          <div className={stack.actions}>
            <Button variant="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
            <Button data-autofocus disabled={remove.isPending} onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
