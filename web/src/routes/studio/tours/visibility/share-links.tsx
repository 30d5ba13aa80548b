import type { ShareLink } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorMessage } from '../../../../api.ts';
import { formatDate } from '../../../../format.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Failure } from '../../../../ui/failure.tsx';
import stack from '../../../../ui/stack.module.css';
import textButton from '../../../../ui/text-button.module.css';
import { useTourWork } from '../tour-work.ts';
import { NewLinkDialog } from './new-link-dialog.tsx';
import styles from './visibility.module.css';

function countOf(openings: number, maxOpenings: number | null): string {
  if (maxOpenings !== null) return `Opened ${openings} of ${maxOpenings} times`;
  if (openings === 0) return 'Not opened yet';
  return openings === 1 ? 'Opened once' : `Opened ${openings} times`;
}

function lifeOf({ openings, maxOpenings, expiresAt, hasPassword }: ShareLink): string {
  const isOver = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  return [
    countOf(openings, maxOpenings),
    ...(expiresAt === null ? [] : [`${isOver ? 'expired' : 'ends'} ${formatDate(expiresAt)}`]),
    ...(hasPassword ? ['with a password'] : []),
  ].join(', ');
}

/** The links of a tour that opens by them. */
export function ShareLinks() {
  const { workspace, tourId, snapshot } = useTourWork();
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const options = { query: { workspace }, params: { tourId } };
  const queryKey = ['share-links', workspace, tourId];
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api('GET /api/studio/tours/:tourId/links', { ...options, signal })).data.links,
    staleTime: 0,
  });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const revoke = useMutation({
    mutationFn: ({ id }: ShareLink) =>
      api('DELETE /api/studio/tours/:tourId/links/:linkId', {
        query: { workspace },
        params: { tourId, linkId: id },
      }),
    onSettled: refresh,
  });
  return (
    <div className={stack.gap3}>
      {snapshot.tour.state !== 'published' && (
        <p className={styles.hint}>Links open the tour once it is published.</p>
      )}
      {list.isError && !list.data && (
        <Failure sentence="The links could not be loaded." onRetry={() => void list.refetch()} />
      )}
      <AlertBox tone="error">
        {revoke.error && errorMessage(revoke.error, 'The link could not be revoked. Please try again.')}
      </AlertBox>
      <p className="visually-hidden" role="status">
        {revoke.isSuccess && `“${revoke.variables.label}” is revoked. It opens nothing any more.`}
      </p>
      {list.data && list.data.length > 0 && (
        <ul className={styles.links} aria-label="Links">
          {list.data.map((link) => (
            <li key={link.id}>
              <span>
                <strong>{link.label}</strong>
                <span className={styles.hint}>{lifeOf(link)}</span>
              </span>
              <button
                type="button"
                className={textButton.textButton}
                aria-label={`Revoke the link “${link.label}”`}
                disabled={revoke.isPending}
                onClick={() => revoke.mutate(link)}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => setMaking(true)}>New link…</Button>
      </div>
      <NewLinkDialog open={isMaking} onClose={() => setMaking(false)} onMade={() => void refresh()} />
    </div>
  );
}
