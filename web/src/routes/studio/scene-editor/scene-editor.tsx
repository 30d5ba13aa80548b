import { Link, useLocation } from 'react-router';
import { Failure } from '../../../ui/failure.tsx';
import type { DraftStore } from '../tours/draft/draft-store.ts';
import { useDraft, useOpenDraft } from '../tours/draft/open-drafts.ts';
import styles from './scene-editor.module.css';
import { Workbench } from './workbench.tsx';

interface Props {
  workspace: string;
  tourId: string;
  sceneId: string;
  canWrite: boolean;
}

/** One scene of a tour, with everything in it to be put, moved and written. */
export function SceneEditor({ workspace, tourId, ...rest }: Props) {
  const { data: store, isError, refetch } = useOpenDraft({ workspace, tourId });
  if (store) return <OpenEditor workspace={workspace} tourId={tourId} store={store} {...rest} />;
  if (isError) return <Failure sentence="The tour could not be opened." onRetry={() => void refetch()} />;
  return (
    <p className={styles.loading} role="status">
      Loading…
    </p>
  );
}

function OpenEditor({ store, sceneId, ...rest }: Props & { store: DraftStore }) {
  const { search } = useLocation();
  const snapshot = useDraft(store);
  const { document } = snapshot.draft;
  const scene = document?.scenes.find(({ id }) => id === sceneId);
  if (document === null || scene === undefined) {
    return (
      <div className={styles.loading}>
        <h1>There is no such scene</h1>
        <p>
          <Link to={`/studio/tours/${rest.tourId}${search}`}>Back to the tour</Link>
        </p>
      </div>
    );
  }
  return <Workbench store={store} snapshot={snapshot} tour={document} scene={scene} {...rest} />;
}
