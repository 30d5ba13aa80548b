import type { TourScene } from '@oriel/contract';
import { inReadingOrder } from '@oriel/contract/shared/tour/direction-words';
import { LineDrawing } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MoveButtons } from '../move-buttons.tsx';
import styles from './scene-editor.module.css';
import { SPOT_KINDS, titleOfSpot, whereIs } from './spots.ts';

interface Props {
  scene: TourScene;
  selected: string | undefined;
  canWrite: boolean;
  /** What keeps hotspots from being published, by their ids. */
  gaps: ReadonlyMap<string, string>;
  onSelect: (id: string) => void;
  onRemove: (id: string) => void;
  onReorder: (id: string, step: -1 | 1) => void;
}

/** All that is in the picture, in the order in which visitors with a keyboard meet it. */
export function SpotList({ scene, selected, canWrite, gaps, onSelect, onRemove, onReorder }: Props) {
  const spots = inReadingOrder(scene.hotspots, scene.view);
  return (
    <section aria-labelledby="spots-of-scene" className={styles.section} data-spots>
      <h2 id="spots-of-scene" className={styles.sectionTitle}>
        In this picture
      </h2>
      {spots.length === 0 && <p className={styles.soft}>Nothing yet. Begin with a door to the next scene.</p>}
      <ol className={styles.spots} aria-labelledby="spots-of-scene">
        {spots.map((spot, index) => {
          const title = titleOfSpot(spot);
          const isSelected = spot.id === selected;
          return (
            <li key={spot.id} className={styles.spot} data-selected={isSelected || undefined}>
              <button
                type="button"
                className={styles.spotButton}
                aria-pressed={isSelected}
                onClick={() => onSelect(spot.id)}
                onKeyDown={(event) => {
                  if (event.key !== 'Delete' || !canWrite) return;
                  event.preventDefault();
                  onRemove(spot.id);
                }}
              >
                <LineDrawing path={SPOT_KINDS[spot.kind].drawing} size={18} />
                <span className={styles.spotName} data-empty={spot.label === '' || undefined}>
                  {title}
                  <span className={styles.where}>{whereIs(spot, scene.view)}</span>
                  {gaps.has(spot.id) && <span className={styles.gap}>{gaps.get(spot.id)}</span>}
                </span>
              </button>
              {isSelected && canWrite && (
                <span className={styles.spotActions}>
                  <MoveButtons
                    name={title}
                    index={index}
                    count={spots.length}
                    onMove={(step) => onReorder(spot.id, step)}
                  />
                  <IconButton icon="close" label={`Delete ${title}`} onClick={() => onRemove(spot.id)} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
