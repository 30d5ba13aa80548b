import { Link, useLocation } from 'react-router';
import { Failure } from '../../../ui/failure.tsx';
import type { DraftStore } from '../tours/draft/draft-store.ts';
import { useDraft, useOpenDraft } from '../tours/draft/open-drafts.ts';

interface Props {
  workspace: string;
  tourId: string;
  sceneId: string;
  canWrite: boolean;
}

/** One scene of a tour. */
export function SceneEditor({ workspace, tourId, sceneId }: Props) {
  const { data: store, isError, refetch } = useOpenDraft({ workspace, tourId });
  if (store) return <Scene store={store} tourId={tourId} sceneId={sceneId} />;
  if (isError) return <Failure sentence="The tour could not be opened." onRetry={() => void refetch()} />;
  return (
    <p className="studio-loading" role="status">
      Loading…
    </p>
  );
}

interface SceneProps extends Pick<Props, 'tourId' | 'sceneId'> {
  store: DraftStore;
}

function Scene({ store, tourId, sceneId }: SceneProps) {
  const { search } = useLocation();
  const { document } = useDraft(store).draft;
  const scene = document?.scenes.find(({ id }) => id === sceneId);
  return (
    <div className="studio-main">
      <h1>{scene ? scene.title || 'Untitled scene' : 'There is no such scene'}</h1>
      <p>
        <Link to={`/studio/tours/${tourId}${search}`}>Back to the tour</Link>
      </p>
    </div>
  );
}
