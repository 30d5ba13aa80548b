import type { StudioTourVersion } from '@oriel/contract';
import { useState } from 'react';
import { api, errorMessage } from '../../../../api.ts';
import { formatDate } from '../../../../format.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Failure } from '../../../../ui/failure.tsx';
import { TourSection } from '../parts/tour-section.tsx';
import { useTourWork } from '../tour-work.ts';
import styles from './publish.module.css';
import { Published } from './published.tsx';
import { Scheduled } from './scheduled.tsx';
import { useVersions } from './use-publication.ts';
import { VersionDialog } from './version-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** What visitors see of a tour, what they saw before, and the way back. */
export function PublicationsSection() {
  const { store, snapshot, workspace, tourId, may } = useTourWork();
  const { tour } = snapshot;
  const versions = useVersions();
  const [looked, setLooked] = useState<StudioTourVersion>();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const [notice, setNotice] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const isScheduled = tour.scheduledBy !== null || tour.scheduleProblem !== null;
  if (tour.publishedAt === null && !isScheduled) return null;

  const withdraw = async () => {
    setWithdrawing(false);
    setFailure(undefined);
    try {
      const options = { query: { workspace }, params: { tourId } };
      const isDone = await store.perform(
        async () => (await api('DELETE /api/studio/tours/:tourId/publication', options)).data,
      );
      if (isDone) setNotice('The tour is withdrawn.');
    } catch (error) {
      setFailure(errorMessage(error, 'The tour could not be withdrawn. Please try again.'));
    }
  };
  const restore = async ({ version }: StudioTourVersion) => {
    setLooked(undefined);
    setFailure(undefined);
    try {
      const path = 'POST /api/studio/tours/:tourId/versions/:version/restoration';
      const options = { query: { workspace }, params: { tourId, version } };
      const isDone = await store.perform(
        async (revision) => (await api(path, { ...options, revision })).data,
        { label: `Go back to version ${version}` },
      );
      if (isDone) setNotice(`Version ${version} is the draft again. Undo brings the last one back.`);
    } catch (error) {
      setFailure(errorMessage(error, 'This could not be done. Please try again.'));
    }
  };
  return (
    <TourSection title="Publication" lead="What visitors see, and what they saw before.">
      {tour.path !== null && <Published />}
      {tour.state === 'withdrawn' && (
        <p>The tour is withdrawn: nobody finds it, and only those who have unlocked it open it.</p>
      )}
      <Scheduled />
      <AlertBox tone="error">{failure}</AlertBox>
      <AlertBox tone="success">{failure ? undefined : notice}</AlertBox>
      {versions.isError && (
        <Failure sentence="The versions could not be loaded." onRetry={() => void versions.refetch()} />
      )}
      {versions.data && (
        <ol className={styles.versions} aria-label="Versions">
          {versions.data.map((version) => (
            <li key={version.version}>
              <span className={styles.version}>
                <strong>Version {version.version}</strong>
                <span className={styles.soft}>
                  {version.title} · {version.publishedBy.name || 'A former member'} ·{' '}
                  {formatDate(version.publishedAt, 'dateTime')}
                </span>
              </span>
              <Button aria-label={`Look at version ${version.version}`} onClick={() => setLooked(version)}>
                Look at
              </Button>
            </li>
          ))}
        </ol>
      )}
      {tour.state === 'published' && may('tour.publish') && (
        <div>
          <Button onClick={() => setWithdrawing(true)}>Withdraw the tour…</Button>
        </div>
      )}
      {looked && (
        <VersionDialog
          version={looked}
          canRestore={may('tour.write')}
          onRestore={() => void restore(looked)}
          onClose={() => setLooked(undefined)}
        />
      )}
      {isWithdrawing && (
        <WithdrawDialog onWithdraw={() => void withdraw()} onClose={() => setWithdrawing(false)} />
      )}
    </TourSection>
  );
}
