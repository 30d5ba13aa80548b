import type { StudioMedia } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import stack from '../../../ui/stack.module.css';
import styles from './files.module.css';
import { mediaKey } from './media-list.ts';

interface Props {
  media: StudioMedia;
  workspace: string;
  canAnswer: boolean;
}

/** Asks whether a picture lies on the sphere as its shape let assume. */
export function PlaceQuestion({ media: { id, fileName }, workspace, canAnswer }: Props) {
  const queries = useQueryClient();
  const [isOtherwise, setOtherwise] = useState(false);
  const confirm = useMutation({
    mutationFn: () =>
      api('POST /api/studio/media/:mediaId/confirmation', {
        query: { workspace },
        params: { mediaId: id },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: mediaKey(workspace) }),
  });
  return (
    <section className={styles.question} aria-label={`Place of ${fileName} on the sphere`}>
      <p>Does it go all the way round, with the horizon in its middle? Only its shape says so.</p>
      {isOtherwise && (
        <p role="status">
          Then export it with its panorama metadata (GPano), which says where it lies, or with black to a
          whole sphere of 2:1. Delete this file and upload that one. To show it as a flat picture, upload it
          as such.
        </p>
      )}
      <AlertBox tone="error">
        {confirm.error && errorMessage(confirm.error, 'This could not be saved. Please try again.')}
      </AlertBox>
      {canAnswer && (
        <div className={stack.actions}>
          <Button disabled={confirm.isPending} onClick={() => confirm.mutate()}>
            Yes, it does
          </Button>
          {!isOtherwise && <Button onClick={() => setOtherwise(true)}>No</Button>}
        </div>
      )}
    </section>
  );
}
