import type { StudioTourVersion } from '@oriel/contract';
import { formatDate } from '../../../../format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Failure } from '../../../../ui/failure.tsx';
import stack from '../../../../ui/stack.module.css';
import { useTourWork } from '../tour-work.ts';
import { ChangeList } from './change-list.tsx';
import { changesBetween } from './changes.ts';
import styles from './publish.module.css';
import { useListNames, useVersion } from './use-publication.ts';

interface Props {
  version: StudioTourVersion;
  canRestore: boolean;
  onRestore: () => void;
  onClose: () => void;
}

/** A version as it was published, and how the draft differs from it. */
export function VersionDialog({ version, canRestore, onRestore, onClose }: Props) {
  const { draft } = useTourWork().snapshot;
  const { data, isError, refetch } = useVersion(version.version);
  const names = useListNames(draft);
  return (
    <Dialog open title={`Version ${version.version}`} onClose={onClose}>
      <div className={stack.gap6}>
        <p className={styles.soft}>
          Published by {version.publishedBy.name || 'a former member'} on{' '}
          {formatDate(version.publishedAt, 'dateTime')}
        </p>
        {isError && <Failure sentence="This version could not be loaded." onRetry={() => void refetch()} />}
        {!data && !isError && <p role="status">Loading…</p>}
        {data && (
          <>
            <div className={stack.gap2}>
              <h3>{data.draft.title}</h3>
              <p className={styles.description}>{data.draft.description}</p>
              <ol className={styles.sceneNames}>
                {data.draft.document?.scenes.map(({ id, title }) => (
                  <li key={id}>{title}</li>
                ))}
              </ol>
            </div>
            <div className={stack.gap2}>
              <h3>What going back would change in the draft</h3>
              <ChangeList changes={changesBetween(draft, data.draft, names)} />
            </div>
            <div className={stack.actions}>
              {canRestore && (
                <Button variant="primary" onClick={onRestore}>
                  Make this the draft again
                </Button>
              )}
              <Button data-autofocus onClick={onClose}>
                Close
              </Button>
            </div>
            <p className={styles.soft}>Visitors see no difference until the draft is published.</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
