import type { Hotspot, Tour, TourScene } from '@oriel/contract';
import { Button } from '../../../ui/button.tsx';
import { LineDrawing } from '../../../ui/icon.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CaptionTracks } from '../captions/caption-tracks.tsx';
import { DoorFields } from './door-fields.tsx';
import { FileField } from './file-field.tsx';
import { PositionFields } from './position-fields.tsx';
import styles from './scene-editor.module.css';
import type { SceneWork } from './scene-work.ts';
import { SPOT_KINDS } from './spots.ts';
import { UrlField } from './url-field.tsx';

interface Props {
  work: SceneWork;
  tour: Tour;
  scene: TourScene;
  spot: Hotspot;
  onGrab: () => void;
  onRemove: () => void;
}

/** Everything about the selected hotspot. */
export function SpotPanel({ work, tour, scene, spot, onGrab, onRemove }: Props) {
  const { name, drawing } = SPOT_KINDS[spot.kind];
  const { id } = spot;
  const write = (field: 'label' | 'text' | 'alt', value: string) =>
    work.changeSpot(
      id,
      (before) => ({ ...before, [field]: field === 'label' ? value : value || undefined }),
      {
        label: `Write the ${field === 'label' ? 'label' : 'text'} of ${spot.label || `a ${name.toLowerCase()}`}`,
        mergeKey: `${field} ${id}`,
      },
    );
  const setTarget = (target: string | undefined) =>
    work.changeSpot(id, (before) => ({ ...before, target }) as Hotspot, {
      label: spot.kind === 'link' || spot.kind === 'book' ? 'Change the address' : 'Choose a file',
      mergeKey: `target ${id}`,
    });
  const { kind } = spot;
  return (
    <div className={styles.groups}>
      <h2 className={styles.panelTitle}>
        <LineDrawing path={drawing} size={18} />
        {name}
      </h2>
      <div className={styles.group}>
        {kind === 'door' && <DoorFields work={work} tour={tour} scene={scene} door={spot} />}
        <TextField
          label="Label"
          maxLength={200}
          value={spot.label}
          hint={spot.label === '' ? 'Visitors read it beside the marker; screen readers say it.' : undefined}
          onChange={({ currentTarget }) => write('label', currentTarget.value)}
        />
        {(kind === 'link' || kind === 'book') && (
          <UrlField key={id} value={spot.target ?? ''} onChange={setTarget} />
        )}
        {(kind === 'picture' || kind === 'film' || kind === 'sound') && (
          <FileField
            key={id}
            workspace={work.workspace}
            kind={kind}
            asset={spot.target}
            onChange={setTarget}
          />
        )}
        {(kind === 'picture' || kind === 'film') && (
          <TextField
            label="What it shows"
            maxLength={1000}
            value={spot.alt ?? ''}
            hint="For those who cannot see it."
            onChange={({ currentTarget }) => write('alt', currentTarget.value)}
          />
        )}
        {kind === 'film' && (
          <CaptionTracks
            key={`captions ${id}`}
            of="the film"
            tracks={spot.captions ?? []}
            onChange={(tracks, label, field) =>
              work.changeSpot(
                id,
                (before) => ({ ...before, captions: tracks.length > 0 ? tracks : undefined }) as Hotspot,
                { label, mergeKey: field && `${field} ${id}` },
              )
            }
          />
        )}
        {kind !== 'door' && (
          <TextArea
            label="Text"
            rows={4}
            maxLength={5000}
            value={spot.text ?? ''}
            onChange={({ currentTarget }) => write('text', currentTarget.value)}
          />
        )}
      </div>
      <PositionFields key={`place ${id}`} work={work} spot={spot} onGrab={onGrab} />
      <div>
        <Button onClick={onRemove}>Delete</Button>
      </div>
    </div>
  );
}
