import type { StudioMedia } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import stack from '../../../ui/stack.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import { DropZone } from './drop-zone.tsx';
import styles from './files.module.css';
import { mediaKey, useMediaList } from './media-list.ts';
import { MediaNews } from './media-news.tsx';
import { MediaRow } from './media-row.tsx';
import { uploadQueue } from './queue.ts';
import { UploadPanel } from './upload-panel.tsx';
import { describeUnreadable, formatRoom } from './words.ts';

/** With less room than this a workspace is full: no picture of a sphere is smaller. */
const FULL_BELOW = 256 * 1024;

interface Props {
  workspace: string;
  canUpload: boolean;
  canDelete: boolean;
}

/** The files of a workspace, and those on their way. */
export function FilesPage({ workspace, canUpload, canDelete }: Props) {
  const queries = useQueryClient();
  const queue = uploadQueue();
  const all = useSyncExternalStore(queue.subscribe, () => queue.items);
  const items = all.filter((item) => item.workspace === workspace);
  const list = useMediaList(workspace);
  const { media, usedBytes, totalBytes } = list;
  const [leaving, setLeaving] = useState<StudioMedia>();
  const [notice, setNotice] = useState<string>();
  const [unreadable, setUnreadable] = useState(0);
  const remove = useMutation({
    mutationFn: ({ id }: StudioMedia) =>
      api('DELETE /api/studio/media/:mediaId', { query: { workspace }, params: { mediaId: id } }),
    onSuccess: (_, { fileName }) => {
      setNotice(`${fileName} is deleted.`);
      // Its row, which had the focus, goes.
      document.getElementById('main')?.focus({ preventScroll: true });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: mediaKey(workspace) }),
  });
  const done = items.filter(({ state }) => state === 'done').length;
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: mediaKey(workspace) });
  }, [done, queries, workspace]);

  const isFull = totalBytes > 0 && totalBytes - usedBytes < FULL_BELOW;
  const failure = remove.error ?? (media && list.error);
  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>Files</h1>
          <p>Photos, films, plans and sounds that tours are made of.</p>
        </div>
        {totalBytes > 0 && (
          <div className={styles.room} data-full={isFull}>
            <span>{formatRoom(usedBytes, totalBytes)}</span>
            <meter
              aria-label="Room used"
              className={styles.meter}
              min={0}
              max={totalBytes}
              value={usedBytes}
            />
          </div>
        )}
      </div>
      {canUpload && (
        <DropZone
          isFull={isFull}
          onFiles={(files, isFlat, lost) => {
            setNotice(undefined);
            setUnreadable(lost);
            queue.add(files, workspace, isFlat);
          }}
        />
      )}
      <UploadPanel items={items} />
      <MediaNews media={media} />
      <AlertBox tone="error">{unreadable > 0 && describeUnreadable(unreadable)}</AlertBox>
      <AlertBox tone="error">
        {failure && errorMessage(failure, 'This could not be done. Please try again.')}
      </AlertBox>
      <AlertBox tone="success">{failure ? undefined : notice}</AlertBox>
      {list.isError && !media && (
        <Failure sentence="The files could not be loaded." onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <p className="studio-soft" role="status">
          Loading…
        </p>
      )}
      {media?.length === 0 && (
        <p className={styles.empty}>
          {canUpload
            ? 'Nothing here yet. Begin with a photo of one room: it can be looked at a few seconds after it has arrived.'
            : 'Nothing here yet.'}
        </p>
      )}
      {media && media.length > 0 && (
        <ul className="studio-rows" aria-label="Files">
          {media.map((one) => (
            <MediaRow
              key={one.id}
              media={one}
              workspace={workspace}
              canAnswer={canUpload}
              canDelete={canDelete}
              onDelete={() => setLeaving(one)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div>
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? 'Loading…' : 'Show older'}
          </Button>
        </div>
      )}
      <DeleteDialog
        media={leaving}
        onClose={() => setLeaving(undefined)}
        onDelete={(one) => {
          setLeaving(undefined);
          setNotice(undefined);
          remove.mutate(one);
        }}
      />
    </>
  );
}
